import { Checkbox, DatePicker, Form, InputNumber, Radio, Select, TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import type { KeyboardEvent } from 'react';
import { z } from 'zod';
import { type Schedule, type ScheduleInput, scheduleInput, scheduleTexts } from '#domain/contract/schedules.ts';
import { stateTexts } from '#domain/states/project.ts';
import { fromWire, joinToWire } from '#web/lib/dates.ts';
import { FormDialog } from './form-dialog.tsx';
import './fields.css';

interface ScheduleFormProps {
  open: boolean;
  title: string;
  okText: string;
  /** The schedule to begin with; null for a new one. */
  schedule: Schedule | null;
  /** Private projects also say how many posts. */
  isPrivate: boolean;
  /** Projects that it may wait for. */
  others: readonly { id: number; name: string }[];
  /** How many are COMPLETED: they are asked about as at a start (D-ENG-27). */
  nDone: number;
  failed: string;
  /** False: it was refused, and the dialog stays. */
  onSubmit: (schedule: ScheduleInput) => Promise<unknown>;
  onClose: () => void;
}

/** What the dialog holds: the moment in two local parts instead of one UTC text. */
type Typed = Omit<ScheduleInput, 'startDate'> & { date?: Dayjs | null; time?: Dayjs | null; repeats?: boolean };

function wireDate({ date, time }: Typed): string | null {
  if (!date || !time) return null;
  return joinToWire(date, time);
}

function toInput(typed: Typed): ScheduleInput {
  const isFixed = typed.scheduleType === 'FixedDate';
  const sources = isFixed ? [] : (typed.sourceProjectIds ?? []);
  return {
    scheduleType: typed.scheduleType,
    startDate: isFixed ? wireDate(typed) : null,
    sourceProjectIds: sources,
    sourceProjectId: sources.length === 1 ? sources[0] : null,
    durationType: typed.durationType,
    nDay: typed.durationType === 'Spread' ? typed.nDay : null,
    numberOfPosts: typed.numberOfPosts ?? null,
    again: typed.again ?? null,
    repeat: typed.repeats ? (typed.repeat ?? null) : null,
  };
}

/** The contract's rules, with date and time told apart; private projects also say how many posts. */
const schemaOf = (isPrivate: boolean) =>
  z.custom<Typed>().transform((typed, context) => {
    const input = toInput(typed);
    const isFixed = typed.scheduleType === 'FixedDate';
    if (isFixed && !typed.date) context.addIssue({ code: 'custom', path: ['date'], message: scheduleTexts.date });
    if (isFixed && !typed.time) context.addIssue({ code: 'custom', path: ['time'], message: scheduleTexts.time });
    for (const issue of scheduleInput.safeParse(input).error?.issues ?? [])
      if (issue.path[0] !== 'startDate') context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
    if (isPrivate && input.numberOfPosts == null)
      context.addIssue({ code: 'custom', path: ['numberOfPosts'], message: scheduleTexts.posts });
    return input;
  });
const schemas = { private: schemaOf(true), other: schemaOf(false) };

function initialOf(schedule: Schedule | null, isPrivate: boolean): Record<string, unknown> {
  const moment = fromWire(schedule?.startDate ?? null);
  return {
    scheduleType: schedule?.scheduleType ?? 'FixedDate',
    date: moment,
    time: moment,
    sourceProjectIds: schedule?.sourceProjectIds ?? [],
    durationType: schedule?.durationType ?? 'Once',
    nDay: schedule?.nDay ?? 1,
    // What was said of a run that is over is asked anew.
    again: schedule?.status === 'SCHEDULED' ? (schedule.again ?? false) : false,
    repeats: schedule?.repeat != null,
    repeat: { everyDays: schedule?.repeat?.everyDays ?? 7, times: schedule?.repeat?.times ?? 4 },
    ...(isPrivate ? { numberOfPosts: schedule ? schedule.numberOfPosts : 1 } : {}),
  };
}

/** When a project starts, or many; times are local here and UTC on the wire. */
export function ScheduleForm({ schedule, isPrivate, others, nDone, onSubmit, ...dialog }: ScheduleFormProps) {
  const options = others.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      {...dialog}
      schema={isPrivate ? schemas.private : schemas.other}
      initial={initialOf(schedule, isPrivate)}
      onSubmit={onSubmit}
    >
      {nDone > 0 && (
        <Form.Item
          name="again"
          label={stateTexts.again}
          extra={nDone > 1 ? `${nDone.toLocaleString()} of the chosen projects are completed` : undefined}
        >
          <Radio.Group>
            <Radio value={false}>{stateTexts.againNo}</Radio>
            <Radio value={true}>{stateTexts.againYes}</Radio>
          </Radio.Group>
        </Form.Item>
      )}
      <Form.Item name="scheduleType" label="Schedule type">
        <Radio.Group>
          <Radio value="FixedDate">Fixed date</Radio>
          <Radio value="AfterProject">After project</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={['scheduleType']}>
        {({ getFieldValue }) =>
          getFieldValue('scheduleType') === 'AfterProject' ? (
            <Form.Item name="sourceProjectIds" label="Source projects" extra="Starts when all of them have finished">
              <Select
                mode="multiple"
                options={options}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="Choose projects"
              />
            </Form.Item>
          ) : (
            <DateAndTime />
          )
        }
      </Form.Item>
      <Form.Item name="durationType" label="Duration">
        <Radio.Group>
          <Radio value="Once">Once</Radio>
          <Radio value="Spread">Spread over days</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={['durationType']}>
        {({ getFieldValue }) =>
          getFieldValue('durationType') === 'Spread' && (
            <Form.Item name="nDay" label="Number of days">
              <InputNumber />
            </Form.Item>
          )
        }
      </Form.Item>
      <Repeat />
      {isPrivate && (
        <Form.Item
          name="numberOfPosts"
          label="Number of posts"
          extra="In all, over the chosen sites in turn. 0 means unlimited: until the articles run out, the days end, or Stop"
        >
          <InputNumber />
        </Form.Item>
      )}
    </FormDialog>
  );
}

const repeatHint =
  'Each further run goes to all chosen sites again. Turns that come while a run still lasts are left out: two never run at once.';

function Repeat() {
  return (
    <>
      <Form.Item name="repeats" valuePropName="checked" extra={repeatHint}>
        <Checkbox>Repeat</Checkbox>
      </Form.Item>
      <Form.Item noStyle dependencies={['repeats']}>
        {({ getFieldValue }) =>
          getFieldValue('repeats') === true && (
            <div className="fields-2">
              <Form.Item name={['repeat', 'everyDays']} label="Every so many days">
                <InputNumber />
              </Form.Item>
              <Form.Item name={['repeat', 'times']} label="Number of runs in all">
                <InputNumber />
              </Form.Item>
            </div>
          )
        }
      </Form.Item>
    </>
  );
}

/** Enter takes the typed value; the form is sent by its button, not with a half-set moment. */
const keepOpen = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Enter') event.preventDefault();
};

function DateAndTime() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="fields-2">
      <Form.Item name="date" label="Start date">
        <DatePicker onKeyDown={keepOpen} format="DD/MM/YYYY" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="time" label="Start time" extra={`Local time (${zone})`}>
        <TimePicker onKeyDown={keepOpen} format="HH:mm" needConfirm={false} style={{ width: '100%' }} />
      </Form.Item>
    </div>
  );
}
