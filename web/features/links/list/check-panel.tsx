import { SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Progress, Select } from 'antd';
import { useState } from 'react';
import type { ProofFilter } from '#domain/contract/proofs.ts';
import { showMoment } from '#web/lib/dates.ts';
import { attempt } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { FilterButtons } from '#web/ui/filter-buttons.tsx';
import { ProofBadge } from '#web/ui/proof-badge.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { type LinksData, setRhythm, startCheck, stopCheck } from '../queries.ts';
import { texts } from '../texts.ts';
import '../links.css';

interface CheckPanelProps {
  id: number;
  head: LinksData;
  selected: number[];
  proof: ProofFilter | undefined;
  onProof: (proof: ProofFilter | undefined) => void;
}

/** The filter "Unreadable" shows all links whose last reading failed, also those that keep an earlier word. */
const filters = [
  ['LIVE', 'LIVE'],
  ['CHANGED', 'CHANGED'],
  ['MISSING', 'MISSING'],
  ['UNREADABLE', 'TROUBLED'],
  ['PLACED', 'PLACED'],
  ['NONE', 'NONE'],
] as const;

const faceOf = (state: ProofFilter) =>
  state === 'PLACED' ? <ToneTag tone="green">{texts.placed}</ToneTag> : <ProofBadge state={state} />;

/** Proof of the set at a glance: counts that filter, and the check that reads every page again. */
export function CheckPanel({ id, head, selected, proof, onProof }: CheckPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { check, proofCounts } = head;
  const isChecking = check.state === 'CHECKING';
  const run = async (work: () => Promise<void>, failed: string) => {
    setIsAsking(true);
    await attempt(work, { failed });
    setIsAsking(false);
  };
  return (
    <div className="panel check-panel">
      <FilterButtons
        label="Filter by proof"
        choices={filters
          .filter(([state, count]) => state !== 'PLACED' || proofCounts[count] > 0 || proof === state)
          .map(([state, count]) => ({ value: state, face: faceOf(state), count: proofCounts[count] }))}
        chosen={proof ?? null}
        onChoose={(next) => onProof(next ?? undefined)}
      />
      <div className="check-actions">
        {isChecking ? (
          <div className="check-run">
            <Progress
              percent={check.total > 0 ? Math.floor((100 * check.done) / check.total) : 0}
              size="small"
              aria-label="Progress of the check"
            />
            <span role="status">
              {check.done.toLocaleString()} of {check.total.toLocaleString()} checked
            </span>
            <Button
              icon={<StopOutlined aria-hidden />}
              loading={isAsking}
              onClick={() => void run(() => stopCheck(id), texts.stopFailed)}
            >
              Stop
            </Button>
          </div>
        ) : (
          <Button
            icon={<SafetyCertificateOutlined aria-hidden />}
            loading={isAsking}
            disabled={head.urlList.count === 0}
            onClick={() => void run(() => startCheck(id, selected), texts.checkFailed)}
          >
            {selected.length > 0 ? `Check ${countOf(selected.length, 'link')}` : 'Check links'}
          </Button>
        )}
        <Rhythm id={id} rhythm={head.rhythm} />
      </div>
    </div>
  );
}

/** Days that are offered; another number that a call set is shown too. */
const rhythms = [0, 1, 3, 7, 14, 30];

/** How often the whole set is checked by itself. */
function Rhythm({ id, rhythm: { checkEveryDays, nextCheckAt } }: { id: number; rhythm: LinksData['rhythm'] }) {
  const [isSaving, setIsSaving] = useState(false);
  const offered = [...new Set([...rhythms, checkEveryDays])].sort((a, b) => a - b);
  const choose = async (days: number) => {
    setIsSaving(true);
    await attempt(() => setRhythm(id, days), { done: texts.rhythmSaved(days), failed: texts.rhythmFailed });
    setIsSaving(false);
  };
  return (
    <div className="check-rhythm">
      <label htmlFor="check-rhythm">{texts.rhythm}</label>
      <Select
        id="check-rhythm"
        value={checkEveryDays}
        loading={isSaving}
        disabled={isSaving}
        popupMatchSelectWidth={false}
        options={offered.map((days) => ({ value: days, label: texts.rhythms(days) }))}
        onChange={(days) => void choose(days)}
      />
      {nextCheckAt && <span>{texts.nextCheck(showMoment(nextCheckAt))}</span>}
    </div>
  );
}
