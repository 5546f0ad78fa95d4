import { SaveOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { SelectionType, SiteSelection } from '#domain/contract/site-selections.ts';
import { siteChoice } from '#domain/rules/site-choice.ts';
import { truncate } from '#web/lib/truncate.ts';
import { ChosenSitesGrid, PlatformsGrid } from '#web/ui/chosen-sites.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { NothingHere } from '#web/ui/while-here.tsx';
import { selectByOptions } from '../select-by.ts';
import { nameLength, texts } from '../texts.ts';
import { type SelectionData, useSelectionData, useSelectionForm } from './use-selection.ts';

/** One site selection: which platforms, or which sites, it names. */
export function SelectionPage() {
  const id = Number(useParams().id);
  return <OneSelection key={id} id={id} />;
}

function OneSelection({ id }: { id: number }) {
  const { query, isGone, hold } = useSelectionData(id);
  if (isGone) return <NothingHere back={{ to: '/site-selections', text: 'Back to site selections' }} />;
  return (
    <QueryGate query={query} failed={texts.getFailed}>
      {(data) => <SelectionForm data={data} hold={hold} />}
    </QueryGate>
  );
}

interface SelectionFormProps {
  data: SelectionData;
  hold: <T>(work: Promise<T>) => Promise<T>;
}

function SelectionForm({ data, hold }: SelectionFormProps) {
  const { siteSelection, sites } = data;
  const { shown, isDirty, isSaving, change, save } = useSelectionForm(data, hold);
  useLeaveGuard(isDirty);
  const { type } = shown;
  const nMeant = useMemo(
    () => sites.filter(siteChoice({ ...siteSelection, siteSelectionType: type }, shown)).length,
    [sites, siteSelection, type, shown],
  );
  const narrowed = type === 'Condition' ? narrowing(siteSelection) : '';
  return (
    <PageFrame
      title={truncate(siteSelection.name, nameLength)}
      crumbs={[{ text: texts.title, to: '/site-selections' }, { text: truncate(siteSelection.name, nameLength) }]}
      actions={
        <Button
          type="primary"
          icon={<SaveOutlined aria-hidden />}
          loading={isSaving}
          disabled={!isDirty}
          onClick={() => void save()}
        >
          Save Changes
        </Button>
      }
    >
      <div className="toolbar">
        <label htmlFor="select-by">Select By</label>
        <Select<SelectionType>
          id="select-by"
          style={{ width: 140 }}
          value={type}
          options={selectByOptions}
          onChange={(next) => change({ type: next })}
        />
        <span role="status">
          <strong>{texts.means(nMeant)}</strong>
          {narrowed && <span className="quiet"> · only {narrowed}</span>}
        </span>
      </div>
      {type === 'Condition' ? (
        <PlatformsGrid
          label="Platforms of the selection"
          sites={sites}
          chosen={shown.platforms}
          onChoose={(platforms) => change({ platforms })}
        />
      ) : (
        <ChosenSitesGrid
          label="Sites of the selection"
          sites={sites}
          chosen={shown.sites}
          onChoose={(chosen) => change({ sites: chosen })}
        />
      )}
    </PageFrame>
  );
}

/** What programs may have narrowed a choice by platforms to (D-SITE-01); it has no input here. */
function narrowing({ minPR, dofollow, img, video }: SiteSelection): string {
  return [
    minPR > 0 ? `DA ${minPR} and more` : '',
    dofollow ? 'dofollow' : '',
    img ? 'with images' : '',
    video ? 'with videos' : '',
  ]
    .filter(Boolean)
    .join(', ');
}
