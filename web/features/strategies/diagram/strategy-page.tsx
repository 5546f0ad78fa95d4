import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { Module } from '#domain/contract/modules.ts';
import type { Strategy } from '#domain/contract/strategies.ts';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { useStrategy } from '../queries.ts';
import { texts } from '../texts.ts';
import { readStored } from './stored.ts';
import { StrategyEditor } from './strategy-editor.tsx';

/** The Strategy Designer of one diagram. */
export function StrategyPage() {
  const id = Number(useParams().id);
  return <OneStrategy key={id} id={id} />;
}

function OneStrategy({ id }: { id: number }) {
  const [isGone, setIsGone] = useState(false);
  const query = useStrategy(id, () => setIsGone(true));
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {(data) => <Stored {...data} isGone={isGone} />}
    </QueryGate>
  );
}

interface StoredProps {
  strategy: Strategy;
  premiumModules: Module[];
  isGone: boolean;
}

function Stored({ strategy, premiumModules, isGone }: StoredProps) {
  const premium = useMemo(() => new Set(premiumModules), [premiumModules]);
  const stored = useMemo(() => readStored(strategy), [strategy]);
  if ('reason' in stored) return <Alert type="error" showIcon title={texts.loadFailed} description={stored.reason} />;
  return <StrategyEditor stored={stored} premiumModules={premium} isGone={isGone} />;
}
