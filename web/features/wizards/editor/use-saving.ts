import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { topics } from '#domain/contract/live.ts';
import type { WizardProblem } from '#domain/contract/wizard-plan.ts';
import { createWizardCampaign, saveWizard, type Wizard } from '#domain/contract/wizards.ts';
import { inOrder } from '#domain/rules/wizards/problems.ts';
import { send } from '#web/lib/call.ts';
import { dropDraft } from '#web/lib/drafts.ts';
import { CallFailed, Refusal, Stale } from '#web/lib/failure.ts';
import { askGone, askStale, attempt, toast } from '#web/lib/notices.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { compressed } from '#web/lib/seal.ts';
import { sessionName } from '#web/lib/session-name.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { planKey } from '../queries.ts';
import { texts } from '../texts.ts';
import { useFoundDraft, useKeptDraft } from '../unsaved/use-draft.ts';
import { useWizardForm, type WizardKind } from './use-wizard-form.ts';

/** What an editor begins with. */
export interface Opened {
  kind: WizardKind;
  wizard: Wizard;
  /** Null while it is not stored. */
  edition: number | null;
  /** Loads what is stored now; missing where nothing is. */
  reload?: () => Promise<{ wizard: Wizard; edition: number } | undefined>;
}

interface Saved {
  wizard: Wizard;
  edition: number | null;
}

/** What is sent of a wizard (D-GEN-08); one that another window saved since that edition is not gone over. */
const bodyOf = async (wizard: Wizard, uuid: string, edition: number | null) => ({
  wizard: await compressed(JSON.stringify(wizard)),
  uuid,
  ...(edition === null ? {} : { edition }),
});

/** Leaves for another page once what was typed is kept. */
function useWay(isDirty: boolean, kind: WizardKind, page: string) {
  const navigate = useNavigate();
  const [way, setWay] = useState<string | null>(null);
  const isLosing = isDirty && way === null;
  useLeaveGuard(isLosing, isLosing, () => dropDraft(page));
  useEffect(() => {
    // After the guard has let go, so that the change of address is no leaving.
    if (way === null) return;
    dropDraft(page);
    void navigate(way, { replace: kind !== 'newCampaign' && way.startsWith('/xwizard/') });
  }, [way, navigate, kind, page]);
  return [setWay, isLosing] as const;
}

/** A wizard that is edited beside what is stored, in step with other windows. */
function useEdited({ kind, wizard, edition, reload }: Opened) {
  const [uuid] = useState(sessionName);
  const [page, found] = useFoundDraft(wizard);
  const [draft, setDraft] = useState(found);
  const [saved, setSaved] = useState<Saved>({ wizard, edition: found ? found.edition : edition });
  const [isForeign, setIsForeign] = useState(found !== null && found.edition !== edition);
  const [busy, setBusy] = useState<'saving' | 'creating' | null>(null);
  const editing = useWizardForm(found?.wizard ?? wizard, kind);
  const { value } = editing.form;
  const isDirty = value !== saved.wizard;
  const [leaveFor, isLosing] = useWay(isDirty, kind, page);
  useKeptDraft(page, isLosing ? value : saved.wizard, saved);
  const startOver = () => {
    editing.show(saved.wizard);
    setDraft(null);
  };
  const takeStored = async () => {
    const stored = await reload?.();
    if (!stored) return;
    setSaved(stored);
    editing.show(stored.wizard);
    setIsForeign(false);
    setDraft(null);
  };
  const keep = (next: Saved) => {
    setSaved(next);
    setIsForeign(false);
    setDraft(null);
  };
  useTopic(value.id === null ? null : topics.wizards, (events) => {
    const event = events.findLast((one) => one.action === 'rename' && one.id === value.id && one.edition);
    if (event?.action !== 'rename' || (event.edition ?? 0) <= (saved.edition ?? 0)) return;
    const { name, edition: next = null } = event;
    const stored = { ...saved.wizard, name };
    setSaved({ wizard: stored, edition: next });
    // A name that was typed here is kept, to be saved or not.
    if (!isDirty) editing.show(stored);
    else if (value.name === saved.wizard.name) editing.form.change({ name });
  });
  useTopic(value.id === null ? null : topics.wizard, (events) => {
    const isLater = events.some(
      (event) => event.id === value.id && event.uuid !== uuid && event.edition > (saved.edition ?? 0),
    );
    if (!isLater) return;
    if (isDirty) setIsForeign(true);
    else void takeStored();
  });
  const shown = { isDirty, isForeign, draft, startOver };
  return { ...editing, ...shown, uuid, edition: saved.edition, busy, setBusy, leaveFor, takeStored, keep };
}
type Edited = ReturnType<typeof useEdited>;

const pathOf = (id: number, { form }: Edited) => `/xwizard/${id}?tab=${form.place.tab}`;

async function saveAnew(edited: Edited): Promise<void> {
  const sent = { ...edited.form.value, id: null };
  const work = async () => send(saveWizard, { body: await bodyOf(sent, edited.uuid, null) });
  const answer = await attempt(work, { done: texts.saved, failed: texts.saveFailed });
  if (answer) edited.leaveFor(pathOf(answer.id, edited));
}

async function save(edited: Edited, isOver = false): Promise<void> {
  const { form, uuid, busy, setBusy } = edited;
  const { value } = form;
  if (busy || !edited.checkKept()) return;
  setBusy('saving');
  const work = async () => {
    const body = await bodyOf(value, uuid, isOver ? null : edited.edition);
    return send(saveWizard, { body, quietOn: [404] }).catch(asked(edited, () => save(edited, true)));
  };
  const answer = await attempt(work, { failed: texts.saveFailed });
  setBusy(null);
  if (!answer) return;
  toast.success(edited.isWhole ? texts.saved : texts.savedIncomplete);
  edited.keep({ wizard: value, edition: answer.edition });
  if (value.id === null) edited.leaveFor(pathOf(answer.id, edited));
}

type ShowErrors = (found: WizardProblem[] | null) => void;

async function create(edited: Edited, showErrors: ShowErrors, isOver = false): Promise<void> {
  const { form, uuid, busy, setBusy } = edited;
  if (busy || !edited.check()) return;
  setBusy('creating');
  const refused = (found: WizardProblem[]) => {
    edited.refuse(found);
    showErrors(found);
    void queryClient.invalidateQueries({ queryKey: planKey });
  };
  const work = async () => {
    const body = await bodyOf(form.value, uuid, isOver ? null : edited.edition);
    return send(createWizardCampaign, { body: { ...body, saveWizard: form.asksName }, quietOn: [404] })
      .catch(refusedAs(refused))
      .catch(asked(edited, () => create(edited, showErrors, true)));
  };
  const answer = await attempt(work, { failed: texts.createFailed });
  setBusy(null);
  if (!answer) return;
  toast.success(texts.created);
  edited.leaveFor(`/campaign/${answer.campaignId}`);
}

/** A wizard that is edited, saved, and made into a campaign. */
export function useSaving(opened: Opened) {
  const edited = useEdited(opened);
  const [errors, setErrors] = useState<WizardProblem[] | null>(null);
  return {
    ...edited,
    errors,
    setErrors,
    save: () => save(edited),
    create: () => create(edited, setErrors),
  };
}

/** All that is missing is told with the way to where it is mended. */
function refusedAs(show: (found: WizardProblem[]) => void) {
  return (error: unknown): null => {
    if (!(error instanceof Refusal) || error.problems.length === 0) throw error;
    show(inOrder(error.problems as unknown as WizardProblem[]));
    return null;
  };
}

/** Asks what becomes of a save where another window saved or deleted the wizard meanwhile: null until it is answered. */
function asked(edited: Edited, onOver: () => unknown) {
  return (error: unknown): null => {
    if (error instanceof Stale) askStale(error.message, { onOver, onReload: () => void edited.takeStored() });
    else if (error instanceof CallFailed && error.status === 404)
      askGone(texts.gone, texts.saveAnew, () => saveAnew(edited));
    else throw error;
    return null;
  };
}
