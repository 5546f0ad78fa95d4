import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Select, Switch } from 'antd';
import {
  type ArticleCategory,
  forgeLength,
  listArticleCategories,
  wordBounds,
} from '#domain/contract/article-downloads.ts';
import { send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { Field } from '#web/ui/field.tsx';
import { texts } from './texts.ts';

/** What is typed for an order, by field. */
export type Order = Record<string, string | number | boolean | null | undefined>;

interface SourceFieldsProps {
  order: Order;
  problems: Record<string, string>;
  /** Those of the built-in builder. */
  categories: readonly ArticleCategory[];
  onType: (field: string, value: Order[string]) => void;
}

const { fields } = texts;

/** What Article Forge is asked for. */
export function ForgeFields({ order, problems, onType }: SourceFieldsProps) {
  return (
    <>
      <TextField name="keyword" label={fields.keyword} {...{ order, problems, onType }} />
      <TextField
        name="subKeywords"
        label={fields.subKeywords}
        hint={fields.subKeywordsHint}
        {...{ order, problems, onType }}
      />
      <Field id="download-length" label={fields.length} problem={problems.length}>
        <Select
          id="download-length"
          placeholder={texts.choose}
          value={order.length ?? null}
          options={forgeLength.options.map((value) => ({ value, label: texts.lengths[value] }))}
          onChange={(value) => onType('length', value)}
        />
      </Field>
    </>
  );
}

/** What Article Builder is asked for, with its categories as they are now. */
export function BuilderFields(props: SourceFieldsProps) {
  const { data, error, isPending } = useQuery({
    queryKey: ['article-categories'],
    queryFn: ({ signal }) => send(listArticleCategories, { signal }),
    retry: false,
    gcTime: 0,
  });
  const failed = error ? failureText(error, texts.categoriesFailed) : undefined;
  return <BuiltInFields {...props} categories={data?.categories ?? []} isLoading={isPending} failed={failed} />;
}

/** What a builder of articles is asked for. */
export function BuiltInFields({
  order,
  problems,
  categories,
  onType,
  isLoading = false,
  failed,
}: SourceFieldsProps & { isLoading?: boolean; failed?: string | undefined }) {
  return (
    <div className="download-columns">
      <Field id="download-category" label={fields.category} problem={problems.categoryId ?? failed}>
        <Select
          id="download-category"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={texts.choose}
          loading={isLoading}
          value={order.categoryId ?? null}
          options={categories.map(({ value, name }) => ({ value, label: name }))}
          onChange={(value) => onType('categoryId', value)}
        />
      </Field>
      <Field
        id="download-words"
        label={fields.wordCount}
        problem={problems.wordCount}
        hint={`${wordBounds.min} to ${wordBounds.max}.`}
      >
        <InputNumber<number>
          id="download-words"
          precision={0}
          changeOnWheel={false}
          style={{ width: 160 }}
          value={typeof order.wordCount === 'number' ? order.wordCount : null}
          onChange={(value) => onType('wordCount', value)}
        />
      </Field>
      <div className="download-switch">
        <Switch
          id="download-spin"
          checked={order.spinArticle === true}
          onChange={(isOn) => onType('spinArticle', isOn)}
        />
        <label htmlFor="download-spin">{fields.spinArticle}</label>
      </div>
    </div>
  );
}

/** What the source of spinnable articles is asked for. */
export function UltraFields({ order, problems, onType }: SourceFieldsProps) {
  return <TextField name="keywords" label={fields.keywords} {...{ order, problems, onType }} />;
}

interface TextFieldProps extends Omit<SourceFieldsProps, 'categories'> {
  name: string;
  label: string;
  hint?: string;
}

function TextField({ name, label, hint, order, problems, onType }: TextFieldProps) {
  const id = `download-${name}`;
  return (
    <Field id={id} label={label} problem={problems[name]} hint={hint}>
      <Input
        id={id}
        value={String(order[name] ?? '')}
        maxLength={1_000}
        onChange={(event) => onType(name, event.target.value)}
      />
    </Field>
  );
}
