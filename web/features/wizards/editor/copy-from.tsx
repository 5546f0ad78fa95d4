import { Select } from 'antd';
import { type CopiedPart, copyFromTier } from '#domain/rules/wizards/edit.ts';
import { tiersOf } from '#domain/rules/wizards/problems.ts';
import { askFirst } from '#web/lib/notices.ts';
import type { WizardForm } from './use-wizard-form.ts';

interface CopyFromProps {
  form: WizardForm;
  part: CopiedPart;
  tier: number;
}

/** Takes over what another tier has; asks first, since what the tier had goes. */
export function CopyFrom({ form, part, tier }: CopyFromProps) {
  if (tier === 1) return null;
  const copy = (from: number) =>
    askFirst({
      title: `Copy the settings of tier ${from}?`,
      content: `What tier ${tier} has on this tab is replaced.`,
      okText: 'Copy',
      onOk: () => form.change((now) => copyFromTier(now, part, from, tier)),
    });
  return (
    <div className="toolbar">
      <Select<number | null>
        aria-label="Copy settings from another tier"
        style={{ minWidth: 220 }}
        placeholder="Copy settings from…"
        value={null}
        options={tiersOf(form.value)
          .filter((one) => one !== tier)
          .map((one) => ({ value: one, label: `Copy from tier ${one}` }))}
        onChange={(from) => from !== null && copy(from)}
      />
    </div>
  );
}
