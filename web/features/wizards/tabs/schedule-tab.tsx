import { DatePicker, InputNumber, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { fromWire, joinToWire } from '#web/lib/dates.ts';
import { Field } from '#web/ui/field.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';

/** What the two fields hold; a day without a time stands in the wizard as the day alone, and a time without a day so too. */
function partsOf(startDate: string): { startDate: string; day: Dayjs | null; time: Dayjs | null } {
  const moment = fromWire(startDate);
  if (moment) return { startDate, day: moment, time: moment };
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(startDate) ?? [];
  const day = year ? dayjs(new Date(Number(year), Number(month) - 1, Number(date))) : null;
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(startDate) ?? [];
  const time = minute ? dayjs().hour(Number(hour)).minute(Number(minute)) : null;
  return { startDate, day, time };
}

/** Tab Schedule: when the campaign starts, and over how many days each project posts. */
export function ScheduleTab({ form }: { form: WizardForm }) {
  const { value, change } = form;
  const problemAt = form.problemsAt({ tab: 'schedule' });
  const [held, setHeld] = useState(() => partsOf(value.startDate));
  // What came from elsewhere, as from another window, is shown in place of what was typed here.
  if (held.startDate !== value.startDate) setHeld(partsOf(value.startDate));
  const put = (part: { day: Dayjs | null } | { time: Dayjs | null }) => {
    const { day, time } = { ...held, ...part };
    const whole = day && time ? joinToWire(day, time) : null;
    const startDate = whole ?? day?.format('DD/MM/YYYY') ?? time?.format('HH:mm') ?? '';
    setHeld({ startDate, day, time });
    change({ startDate });
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="panel">
      <div className="wizard-form fields-3">
        <Field id="startDate" label="Start date" problem={problemAt('startDate')}>
          <DatePicker
            id="startDate"
            format="DD/MM/YYYY"
            style={{ width: '100%' }}
            value={held.day}
            onChange={(day) => put({ day })}
          />
        </Field>
        <Field id="startTime" label="Start time" problem={problemAt('startTime')} hint={`Local time (${zone})`}>
          <TimePicker
            id="startTime"
            format="HH:mm"
            needConfirm={false}
            style={{ width: '100%' }}
            value={held.time}
            onChange={(time) => put({ time })}
          />
        </Field>
        <Field
          id="nDay"
          label="Duration in days"
          problem={problemAt('nDay')}
          hint="Of each project; lower tiers begin when the tier above has posted"
        >
          <InputNumber<number> id="nDay" value={value.nDay} onChange={(nDay) => change({ nDay })} />
        </Field>
      </div>
    </div>
  );
}
