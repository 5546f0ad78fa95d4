import { useMemo, useState } from 'react';
import { type WizardProblem, type WizardTab, wizardTabs } from '#domain/contract/wizard-plan.ts';
import type { Wizard } from '#domain/contract/wizards.ts';
import { isTooLong, wizardProblems, wizardRuleTexts } from '#domain/rules/wizards/problems.ts';
import { useAddress } from '#web/lib/address.ts';
import { toast } from '#web/lib/notices.ts';
import { focusField } from '#web/ui/focus.ts';
import { isAt, type Place, placeOf } from './place.ts';

/** From where an editor was opened: a stored wizard, a diagram, or a campaign. */
export type WizardKind = 'stored' | 'newWizard' | 'newCampaign' | 'duplicate';

/** A wizard that is edited, and where in it one is. */
export interface WizardForm {
  kind: WizardKind;
  value: Wizard;
  /** It is kept as a wizard too, so that it needs a name (D-WIZ-02, D-WIZ-03). */
  asksName: boolean;
  place: Place;
  go: (place: Partial<Place>) => void;
  change: (change: Partial<Wizard> | ((now: Wizard) => Wizard)) => void;
  /** Told problems, in the order of the tabs. */
  problems: WizardProblem[];
  /** Messages of the fields at a place. */
  problemsAt: (at: Partial<Omit<WizardProblem, 'message'>>) => (field: string) => string | undefined;
  hasProblem: (at: Partial<Omit<WizardProblem, 'message'>>) => boolean;
  /** Goes to where a problem is mended. */
  mend: (problem: WizardProblem) => void;
}

function usePlace(): [Place, (next: Partial<Place>) => void] {
  const [{ tab }, setAddress] = useAddress<{ tab: WizardTab }>({ tab: 'strategy' });
  const [inner, setInner] = useState<Omit<Place, 'tab'>>({ tier: 1, node: null, set: 0 });
  const known = wizardTabs.includes(tab) ? tab : 'strategy';
  const go = ({ tab: next, ...part }: Partial<Place>) => {
    setInner((now) => ({ ...now, ...part }));
    if (next) setAddress({ tab: next });
  };
  return [{ tab: known, ...inner }, go];
}

/** What the server found wrong, as long as the wizard is the one that it looked at. */
function useRefused(value: Wizard) {
  const [refused, setRefused] = useState<{ problems: WizardProblem[]; of: Wizard } | null>(null);
  return [
    refused?.of === value ? refused.problems : [],
    (problems: WizardProblem[]) => setRefused({ problems, of: value }),
  ] as const;
}

/** The state of an editor. */
export function useWizardForm(start: Wizard, kind: WizardKind) {
  const [value, setValue] = useState(start);
  const [place, go] = usePlace();
  const [isTold, setIsTold] = useState(false);
  const [refused, setRefused] = useRefused(value);
  const isKept = kind === 'stored' || kind === 'newWizard';
  const asksName = isKept || value.saveWizard;
  const all = useMemo(() => wizardProblems(value, { asksName }), [value, asksName]);
  const problems = useMemo(() => (isTold ? joined(all, refused) : []), [isTold, all, refused]);
  const mend = (problem: WizardProblem) => {
    setIsTold(true);
    go(placeOf(problem));
    if (problem.field) focusField(problem.field);
  };
  const tell = (found: readonly WizardProblem[]): boolean => {
    const [first] = found;
    if (!first) return true;
    mend(first);
    toast.error(wizardRuleTexts.fix, 5);
    return false;
  };
  const form: WizardForm = {
    kind,
    value,
    asksName,
    place: { ...place, tier: Math.max(1, Math.min(place.tier, value.depth)) },
    go,
    change: (change) => setValue((now) => (typeof change === 'function' ? change(now) : { ...now, ...change })),
    problems,
    problemsAt: (at) => (field) => problems.find((one) => isAt(one, { ...at, field }))?.message,
    hasProblem: (at) => problems.some((one) => isAt(one, at)),
    mend,
  };
  return {
    form,
    /** Nothing is missing as far as the browser can say; else that is shown. */
    check: () => tell(all),
    isWhole: all.length === 0,
    /** Without a name, or with more than a wizard holds, nothing is kept. */
    checkKept: () => tell(all.filter((one) => (one.tab === 'confirm' && one.field === 'name') || isTooLong(one))),
    refuse: (found: WizardProblem[]) => {
      setRefused(found);
      setIsTold(true);
    },
    show: (next: Wizard) => setValue(next),
  };
}

const keyOf = ({ message: _, ...at }: WizardProblem) => JSON.stringify(at);
function joined(own: WizardProblem[], refused: readonly WizardProblem[]): WizardProblem[] {
  const held = new Set(own.map(keyOf));
  return [...own, ...refused.filter((one) => !held.has(keyOf(one)))];
}
