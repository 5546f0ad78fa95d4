import { Button, Drawer, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import {
  articleBounds,
  articleLanguages,
  type GeneratorJob,
  generateArticles,
  generatorForm,
  sectionBounds,
} from '#domain/contract/generator.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import { TagsInput } from '#web/ui/tags-input.tsx';
import { texts } from './texts.ts';

/** What is typed; a number that was emptied is null. */
interface Typed {
  topic: string;
  keywords: string;
  nArticles: number | null;
  nSections: number | null;
  language: string | null;
  spin: boolean;
}

const first: Typed = { topic: '', keywords: '', nArticles: 1, nSections: 3, language: null, spin: true };
const languages = Object.keys(articleLanguages).map((label) => ({ value: label, label }));
const widthPx = 480;
const { fields } = texts;

interface GenerateDrawerProps {
  groupId: number;
  isOpen: boolean;
  onClose: () => void;
  onJob: (job: GeneratorJob) => void;
}

/** Orders articles of the service; they are written in the background (D-CONT-04). */
export function GenerateDrawer({ groupId, isOpen, onClose, onJob }: GenerateDrawerProps) {
  const { typed, problems, isAsking, type, start } = useOrder(groupId, (job) => {
    onJob(job);
    onClose();
  });
  return (
    <Drawer
      open={isOpen}
      size={widthPx}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={texts.title}
      onClose={onClose}
      destroyOnHidden
      extra={
        <Button type="primary" loading={isAsking} onClick={() => void start()}>
          {texts.start}
        </Button>
      }
    >
      <form
        aria-label={texts.title}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <OrderFields {...{ typed, problems, type }} />
        <p className="quiet">{texts.hint}</p>
        {/* Enter in a field orders. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Drawer>
  );
}

interface OrderFieldsProps {
  typed: Typed;
  problems: Record<string, string>;
  type: <Name extends keyof Typed>(field: Name, value: Typed[Name]) => void;
}

function OrderFields({ typed, problems, type }: OrderFieldsProps) {
  return (
    <>
      <Field id="generate-topic" label={fields.topic} problem={problems.topic}>
        <Input
          id="generate-topic"
          value={typed.topic}
          maxLength={1_000}
          onChange={(event) => type('topic', event.target.value)}
        />
      </Field>
      <Field id="generate-keywords" label={fields.keywords} problem={problems.keywords} hint={fields.keywordsHint}>
        <TagsInput
          id="generate-keywords"
          placeholder="Type a word, then a comma"
          value={typed.keywords}
          onChange={(keywords) => type('keywords', keywords)}
        />
      </Field>
      <div className="generate-numbers">
        {(['nArticles', 'nSections'] as const).map((name) => (
          <CountField key={name} name={name} {...{ typed, problems, type }} />
        ))}
      </div>
      <Field id="generate-language" label={fields.language} problem={problems.language}>
        <Select
          id="generate-language"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={fields.chooseLanguage}
          value={typed.language}
          options={languages}
          onChange={(language) => type('language', language)}
        />
      </Field>
      <Field id="generate-spin" label={fields.spin} problem={problems.spin} hint={fields.spinHint}>
        <Switch id="generate-spin" checked={typed.spin} onChange={(isOn) => type('spin', isOn)} />
      </Field>
    </>
  );
}

const bounds = { nArticles: articleBounds, nSections: sectionBounds };

function CountField({ name, typed, problems, type }: OrderFieldsProps & { name: 'nArticles' | 'nSections' }) {
  const { min, max } = bounds[name];
  return (
    <Field id={`generate-${name}`} label={fields[name]} problem={problems[name]} hint={`${min} to ${max}.`}>
      <InputNumber<number>
        id={`generate-${name}`}
        precision={0}
        changeOnWheel={false}
        style={{ width: '100%' }}
        value={typed[name]}
        onChange={(value) => type(name, value)}
      />
    </Field>
  );
}

function useOrder(groupId: number, onJob: (job: GeneratorJob) => void) {
  const [typed, setTyped] = useState(first);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    try {
      const inputInfo = JSON.stringify(typed);
      return await send(generateArticles, {
        body: { articleSource: 'OpenAI', contentGroupId: groupId, inputInfo },
      });
    } catch (error) {
      if (error instanceof Refusal && error.field) setProblems({ [error.field]: error.message });
      throw error;
    }
  };
  const start = async () => {
    if (isAsking) return;
    const issues = generatorForm.safeParse(typed).error?.issues ?? [];
    setProblems(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message])));
    if (issues.length > 0) return;
    setIsAsking(true);
    const answer = await attempt(ask, { failed: texts.failed });
    setIsAsking(false);
    if (!answer) return;
    toast.success(texts.started);
    onJob(answer.generatorJob);
  };
  const type: OrderFieldsProps['type'] = (field, value) => {
    setTyped((now) => ({ ...now, [field]: value }));
    setProblems(({ [field]: _, ...others }) => others);
  };
  return { typed, problems, isAsking, type, start };
}
