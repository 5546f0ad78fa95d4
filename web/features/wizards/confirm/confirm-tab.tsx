import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { topics } from '#domain/contract/live.ts';
import { planCampaign, type Wizard } from '#domain/contract/wizards.ts';
import { wizardProblems } from '#domain/rules/wizards/problems.ts';
import { send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { countOf } from '#web/lib/plural.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { Field } from '#web/ui/field.tsx';
import { LoadingPanel } from '#web/ui/query-gate.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { planKey } from '../queries.ts';
import { texts } from '../texts.ts';
import { PlanTable } from './plan-table.tsx';
import { ProblemList } from './problem-list.tsx';

/** What the plan hangs on, as text: names change nothing of it. */
function plannedText({ name: _, campaignName: _too, saveWizard: _also, ...planned }: Wizard): string {
  return JSON.stringify(planned);
}

/** Tab Confirm: names, what will be done, and what still keeps it from being done. */
export function ConfirmTab({ form }: { form: WizardForm }) {
  const { value, change, kind } = form;
  const problemAt = form.problemsAt({ tab: 'confirm' });
  return (
    <div className="panel">
      <div className="wizard-form fields-2">
        <Field id="campaignName" label="Campaign name" problem={problemAt('campaignName')}>
          <Input
            id="campaignName"
            maxLength={255}
            autoComplete="off"
            value={value.campaignName}
            onChange={(event) => change({ campaignName: event.target.value })}
          />
        </Field>
        {form.asksName && (
          <Field id="name" label="Wizard name" problem={problemAt('name')}>
            <Input
              id="name"
              maxLength={255}
              autoComplete="off"
              value={value.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
        )}
      </div>
      {(kind === 'newCampaign' || kind === 'duplicate') && (
        <p>
          <Checkbox checked={value.saveWizard} onChange={(event) => change({ saveWizard: event.target.checked })}>
            Also create wizard
          </Checkbox>
        </p>
      )}
      <PlanPart form={form} />
    </div>
  );
}

/** How long changes are gathered, in ms: an import tells of them five times a second, and a plan may take one. */
const gatheredMs = 2_000;

/** What the plan hangs on in the store: it is made anew when that changes. */
function useFreshPlan() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: planKey });
    }, gatheredMs);
  };
  useTopic(topics.contentGroups, again);
  useTopic(topics.siteSelections, again);
  useTopic(topics.privateNetworks, again);
  useTopic(topics.customSites, again);
}

function PlanPart({ form }: { form: WizardForm }) {
  useFreshPlan();
  const { value, asksName, mend } = form;
  const planned = useMemo(() => plannedText(value), [value]);
  const query = useQuery({
    queryKey: [...planKey, planned],
    queryFn: ({ signal }) =>
      send(planCampaign, { body: { wizard: value as unknown as Record<string, unknown> }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const own = wizardProblems(value, { asksName }).filter(({ tab }) => tab === 'confirm');
  const found = (query.data?.problems ?? []).filter(({ tab }) => tab !== 'confirm');
  if (query.error)
    return (
      <Alert
        type="error"
        showIcon
        title={failureText(query.error, texts.planFailed)}
        action={<Button onClick={() => void query.refetch()}>Retry</Button>}
      />
    );
  if (!query.data) return <LoadingPanel />;
  const problems = [...found, ...own];
  const { plan } = query.data;
  return (
    <>
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={`${countOf(problems.length, 'thing')} to mend before the campaign can be created`}
          description={<ProblemList problems={problems} onMend={mend} />}
          style={{ marginBottom: 16 }}
        />
      )}
      {plan && plan.warnings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="It may not come out as expected"
          description={<ProblemList problems={plan.warnings} onMend={mend} />}
          style={{ marginBottom: 16 }}
        />
      )}
      {plan ? (
        <PlanTable plan={plan} />
      ) : (
        <p className="quiet">The plan is shown once the links, the accounts and the schedule are filled in.</p>
      )}
    </>
  );
}
