import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { getSiteSelection, type SelectionType, saveSiteSelection } from '#domain/contract/site-selections.ts';
import type { CustomSitesEventBody, Site } from '#domain/contract/sites.ts';
import { markOf, partsOfMark } from '#domain/rules/site-choice.ts';
import { send } from '#web/lib/call.ts';
import { Stale } from '#web/lib/failure.ts';
import { upsert, without } from '#web/lib/lists.ts';
import { askStale, attempt, toast } from '#web/lib/notices.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { texts } from '../texts.ts';

export type SelectionData = z.output<typeof getSiteSelection.reply>;
const keyOf = (id: number) => ['site-selection', id];
const siteMark = ({ id }: Pick<Site, 'id'>) => markOf(id.module, id.siteId);

/** What the form of a selection holds. */
export interface SelectionDraft {
  type: SelectionType;
  sites: ReadonlySet<string>;
  platforms: ReadonlySet<string>;
  /** That was read; a later one means that another window saved it meanwhile. */
  edition: number;
}

function draftOf({ siteSelection, selectedSites, selectedPlatforms }: SelectionData): SelectionDraft {
  return {
    type: siteSelection.siteSelectionType,
    sites: new Set(selectedSites.map(siteMark)),
    platforms: new Set(selectedPlatforms.map(({ id }) => markOf(id.module, id.platform))),
    edition: siteSelection.edition,
  };
}

const patch = (id: number, change: (data: SelectionData) => SelectionData) =>
  queryClient.setQueryData<SelectionData>(keyOf(id), (data) => data && change(data));
const reload = (id: number) => void queryClient.invalidateQueries({ queryKey: keyOf(id) });

// What decides where a site stands, and whether a selection means it.
const placeOf = (site: Site) => [site.platform, site.pr, site.dofollow, site.img, site.video].join('\n');

/** Sites come, go and change while their selection is looked at. */
function applySites(id: number, events: CustomSitesEventBody[]): void {
  for (const event of events) {
    if (event.action === 'verifierStatusChanged') continue;
    if (event.action === 'sitesAdded' && !event.sites) reload(id);
    else
      patch(id, (data) => {
        if (event.action === 'sitesDeleted')
          return {
            ...data,
            sites: without(
              data.sites,
              event.ids.map((one) => siteMark({ id: one })),
              siteMark,
            ),
          };
        const held = new Map(data.sites.map((site) => [siteMark(site), placeOf(site)]));
        const moved = (event.sites ?? []).filter((site) => held.get(siteMark(site)) !== placeOf(site));
        if (moved.length === 0) return data;
        return {
          ...data,
          sites: upsert(
            data.sites,
            moved.map((site) => ({ ...site, checked: false })),
            siteMark,
          ),
        };
      });
  }
}

/** A selection with all sites, kept fresh by what other windows do. */
export function useSelectionData(id: number) {
  const [isGone, setIsGone] = useState(false);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useTopic(topics.siteSelections, (events) => {
    for (const event of events) {
      if (event.action === 'deleted') {
        if (event.ids.includes(id)) setIsGone(true);
      } else if (event.siteSelection.id === id) {
        const { name, edition } = event.siteSelection;
        patch(id, (data) => ({ ...data, siteSelection: { ...data.siteSelection, name } }));
        // What it chooses comes with a load alone. The event of an own save needs none: its answer tells.
        void saving.current.then(() => {
          const held = queryClient.getQueryData<SelectionData>(keyOf(id));
          if (held && held.siteSelection.edition < edition) reload(id);
        });
      }
    }
  });
  useTopic(topics.customSites, (events) => applySites(id, events));
  useTopic(topics.blockedSites, () => reload(id));
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => send(getSiteSelection, { params: { id }, signal, quietOn: [404] }),
    gcTime: 0,
  });
  const hold = <T>(work: Promise<T>): Promise<T> => {
    saving.current = work.catch(() => {});
    return work;
  };
  return { query, isGone, hold };
}

/** Marks as the call takes them. */
const partsOf = (marks: ReadonlySet<string>) =>
  [...marks].map((mark) => {
    const { module, name } = partsOfMark(mark);
    return { module: module as Module, name };
  });

async function sendDraft(id: number, draft: SelectionDraft, isOver: boolean): Promise<number> {
  const edition = isOver ? undefined : draft.edition;
  const marks = {
    selectedSites: partsOf(draft.sites).map(({ module, name }) => ({ id: { module, siteId: name } })),
    selectedPlatforms: partsOf(draft.platforms).map(({ module, name }) => ({ id: { module, platform: name } })),
  };
  const body = { siteSelection: { siteSelectionType: draft.type, edition }, ...marks };
  const { siteSelection } = await send(saveSiteSelection, { params: { id }, body, quietOn: [404] });
  const own = { siteSelectionId: id };
  patch(id, (data) => ({
    ...data,
    siteSelection,
    selectedSites: marks.selectedSites.map((mark) => ({ ...mark, ...own })),
    selectedPlatforms: marks.selectedPlatforms.map((mark) => ({ ...mark, ...own, prob: 100 as const })),
  }));
  return siteSelection.edition;
}

/** The form of a selection: what is stored until something is changed, then the draft. */
export function useSelectionForm(data: SelectionData, hold: <T>(work: Promise<T>) => Promise<T>) {
  const { id } = data.siteSelection;
  const stored = useMemo(() => draftOf(data), [data]);
  const [draft, setDraft] = useState<SelectionDraft | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const shown = draft ?? stored;
  const save = async (isOver = false) => {
    setIsSaving(true);
    const sent = draft;
    const onReload = () => {
      setDraft(null);
      reload(id);
    };
    const work = () =>
      hold(sendDraft(id, shown, isOver)).catch((error: unknown) => {
        if (!(error instanceof Stale)) throw error;
        askStale(error.message, { onOver: () => save(true), onReload });
        return null;
      });
    const edition = await attempt(work, { failed: texts.saveFailed });
    if (typeof edition === 'number') {
      toast.success(texts.saved);
      // What is changed while a save is on its way stays to be saved.
      setDraft((now) => (now && now !== sent ? { ...now, edition } : null));
    }
    setIsSaving(false);
  };
  return {
    shown,
    isDirty: draft !== null,
    isSaving,
    change: (part: Partial<SelectionDraft>) => setDraft((now) => ({ ...(now ?? stored), ...part })),
    save: () => save(),
  };
}
