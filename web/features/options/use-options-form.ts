import { useState } from 'react';
import { problemsOfMedia } from '#domain/contract/media-search.ts';
import { problemsOfContent } from '#domain/contract/options/article-sources.ts';
import { type CaptchaOptions, captchaFields, problemsOfCaptcha } from '#domain/contract/options/captcha.ts';
import { generalOptions } from '#domain/contract/options/general.ts';
import { type Options, type OptionTab, optionTexts } from '#domain/contract/options/options.ts';
import { problemsOfSpinner } from '#domain/contract/options/spinner.ts';
import { Refusal, Stale } from '#web/lib/failure.ts';
import { askStale, attempt, toast } from '#web/lib/notices.ts';
import { focusField } from '#web/ui/focus.ts';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { type OptionsData, reloadOptions, storeOptions } from './queries.ts';
import { texts } from './texts.ts';

// The fixed pause before saving (1-core section 9).
const pauseMs = 500;

/** What is typed of a field; a number that was cleared is null. */
export type Typed = { [K in keyof Options]?: Options[K] | null };

/** A broken rule at a field of a tab. */
interface Problem {
  tab: OptionTab;
  field: string;
  message: string;
}

/** The fields of the options that one Save keeps: as stored, with what was typed over them. */
export interface OptionsForm {
  shown<K extends keyof Options>(field: K): Options[K] | null;
  type(change: Typed): void;
  problemAt(field: string): string | undefined;
  isDirty: boolean;
  isSaving: boolean;
  save(): Promise<void>;
}

/** Fields that nobody touched are not sent, so that what another window changed there stays. */
export function useOptionsForm(
  { options, edition, limits }: OptionsData,
  openTab: (tab: OptionTab, field: string) => void,
): OptionsForm {
  const [typed, setTyped] = useState<Typed>({});
  // The edition that was on the screen when the typing began.
  const [readAt, setReadAt] = useState(edition);
  const [hasFailed, setHasFailed] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const isDirty = Object.keys(typed).length > 0;
  useLeaveGuard(isDirty);
  const problems = [...problemsOf({ ...options, ...typed } as Typed & Options, limits), ...(refused ? [refused] : [])];
  const show = ({ tab, field }: Problem) => {
    openTab(tab, field);
    focusField(field);
    toast.error(optionTexts.fix);
  };
  const { isSaving, send } = useSending({
    store: async (isOver) => {
      await storeOptions(touchedOf(typed, options), isOver ? undefined : readAt);
      setTyped((now) => leftOf(now, typed));
    },
    onRefused: (problem) => {
      setRefused(problem);
      show(problem);
    },
    onReload: () => {
      setTyped({});
      void reloadOptions();
    },
  });
  return {
    shown: (field) => shownOf(options, typed, field),
    type: (change) => {
      if (!isDirty) setReadAt(edition);
      setRefused(null);
      setTyped((now) => changedOf({ ...now, ...change }, options));
    },
    problemAt: (field) => (hasFailed ? problems.find((one) => one.field === field)?.message : undefined),
    isDirty,
    isSaving,
    save: async () => {
      const [first] = problems;
      setHasFailed(true);
      if (first) show(first);
      else await send();
    },
  };
}

interface Sending {
  /** `isOver`: over what another window saved meanwhile. */
  store: (isOver: boolean) => Promise<void>;
  onRefused: (problem: Problem) => void;
  onReload: () => void;
}

/** One save at a time, and what becomes of it. */
function useSending({ store, onRefused, onReload }: Sending) {
  const [isSaving, setIsSaving] = useState(false);
  const tryStore = async (isOver: boolean) => {
    try {
      await store(isOver);
      toast.success(texts.saved);
    } catch (error) {
      if (error instanceof Stale) askStale(error.message, { onOver: () => send(true), onReload });
      else if (error instanceof Refusal && error.field)
        onRefused({ tab: (error.tab ?? 'general') as OptionTab, field: error.field, message: error.message });
      else throw error;
    }
  };
  const send = async (isOver = false): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await attempt(() => tryStore(isOver), { failed: texts.saveFailed });
    setIsSaving(false);
  };
  return { isSaving, send };
}

function shownOf<K extends keyof Options>(options: Options, typed: Typed, field: K): Options[K] | null {
  const own: Options[K] | null | undefined = typed[field];
  return own === undefined ? options[field] : own;
}

/** All broken rules, in the order of the tabs and their fields (D-OPT-04). */
function problemsOf(values: Typed & Options, limits: OptionsData['limits']): Problem[] {
  const issues = generalOptions(limits).safeParse(values).error?.issues ?? [];
  const ofGeneral = issues.map(({ path, message }) => ({
    tab: 'general' as const,
    field: path.join('.'),
    message,
  }));
  const ofKind = (kind: 'image' | 'google') =>
    problemsOfCaptcha(values as CaptchaOptions, kind).map((one) => ({ tab: captchaFields[kind].tab, ...one }));
  const ofContent = problemsOfContent(values).map((one) => ({ tab: 'content' as const, ...one }));
  const ofMedia = problemsOfMedia(values).map((one) => ({ tab: 'content' as const, ...one }));
  const ofSpinner = problemsOfSpinner(values).map((one) => ({ tab: 'spinner' as const, ...one }));
  return [...ofGeneral, ...ofKind('image'), ...ofKind('google'), ...ofContent, ...ofMedia, ...ofSpinner];
}

/** Of maps by service only what was typed: another window may have typed the login of another service meanwhile. */
function touchedOf(typed: Typed, options: Options): Typed {
  const own = Object.entries(typed).map(([field, value]) => {
    const stored: unknown = options[field as keyof Options];
    if (typeof value !== 'object' || value === null || typeof stored !== 'object' || stored === null)
      return [field, value];
    const touched = Object.entries(value).filter(
      ([name, one]) => !isSame(one, (stored as Record<string, unknown>)[name]),
    );
    return [field, Object.fromEntries(touched)];
  });
  return Object.fromEntries(own);
}

/** What differs from what is stored: typed back to it is as good as untouched. */
function changedOf(typed: Typed, options: Options): Typed {
  const own = Object.entries(typed).filter(([field, value]) => !isSame(value, options[field as keyof Options]));
  return Object.fromEntries(own);
}

/** What was typed while a save was on its way. */
function leftOf(now: Typed, sent: Typed): Typed {
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as keyof Options]));
}

/** Logins are maps: equal when they hold the same. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
