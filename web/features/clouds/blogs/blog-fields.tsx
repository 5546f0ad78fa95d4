import { Input, Select } from 'antd';
import { useState } from 'react';
import { Field } from '#web/ui/field.tsx';
import { TagsInput } from '#web/ui/tags-input.tsx';
import { useArticlesOf, useGroupsToChoose } from './queries.ts';
import { type BlogForm, fieldId, type TextName } from './use-blog-form.ts';

interface TextFieldInfo {
  name: TextName;
  label: string;
  hint?: string;
  rows?: number;
}

const sections: { title: string; fields: TextFieldInfo[] }[] = [
  {
    title: 'General Information',
    fields: [
      {
        name: 'bucketName',
        label: 'Bucket Name',
        hint: 'Spin syntax such as my-{garden|moss}-{notes|blog}: a spin that somebody else has is drawn anew',
      },
      { name: 'directory', label: 'Directory (optional)', hint: 'Folder below the bucket, such as blog' },
      { name: 'title', label: 'Title' },
    ],
  },
  {
    title: 'Meta Tags',
    fields: [
      { name: 'keywords', label: 'Keywords' },
      { name: 'description', label: 'Description', rows: 3 },
    ],
  },
  {
    title: 'Special Pages',
    fields: [
      { name: 'aboutMe', label: 'About Me', rows: 6, hint: 'Plain text or HTML; empty lines part paragraphs' },
      { name: 'contact', label: 'Contact Us', rows: 4 },
    ],
  },
  {
    title: 'Social Profiles',
    fields: [
      { name: 'facebook', label: 'Facebook (optional)' },
      { name: 'instagram', label: 'Instagram (optional)' },
      { name: 'twitter', label: 'Twitter (optional)' },
      { name: 'linkedin', label: 'LinkedIn (optional)' },
    ],
  },
];

/** The form of a blog, by what its parts decide. */
export function BlogFields({ form }: { form: BlogForm }) {
  return (
    <>
      {sections.map(({ title, fields }) => (
        <section key={title} className="panel">
          <h2>{title}</h2>
          {fields.map((field) => (
            <TextField key={field.name} form={form} {...field} />
          ))}
        </section>
      ))}
      <section className="panel">
        <h2>Posts</h2>
        <ArticleFields form={form} />
      </section>
    </>
  );
}

function TextField({ form, name, label, hint, rows }: TextFieldInfo & { form: BlogForm }) {
  const id = fieldId(name);
  const isProfile = label.endsWith('(optional)') && name !== 'directory';
  const common = { id, value: form.typed[name], autoComplete: 'off', maxLength: rows === undefined ? 2_000 : 50_000 };
  const onChange = (event: { target: { value: string } }) => form.type({ [name]: event.target.value });
  return (
    <Field id={id} label={label} problem={form.problems[name]} hint={hint}>
      {name === 'keywords' ? (
        <TagsInput
          id={id}
          placeholder="Type a word, then a comma"
          value={form.typed.keywords}
          onChange={(keywords) => form.type({ keywords })}
        />
      ) : rows === undefined ? (
        <Input {...common} onChange={onChange} {...(isProfile ? { placeholder: 'https://' } : {})} />
      ) : (
        <Input.TextArea {...common} rows={rows} onChange={onChange} />
      )}
    </Field>
  );
}

/** Articles that become the first posts; a blog without any has a front page to begin with. */
function ArticleFields({ form }: { form: BlogForm }) {
  const { data } = useGroupsToChoose();
  const [groupId, setGroupId] = useState<number | null>(null);
  const articles = useArticlesOf(groupId);
  const groups = data?.contentGroups.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <>
      <Field id="blog-group" label="Content Group (optional)" hint="Articles of one group can become the first posts">
        <Select
          id="blog-group"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Choose"
          options={groups}
          value={groupId}
          onChange={(id?: number) => {
            setGroupId(id ?? null);
            form.type({ articleIds: [] });
          }}
        />
      </Field>
      <Field id={fieldId('articleIds')} label="Articles (optional)" problem={form.problems.articleIds}>
        <Select<number[]>
          id={fieldId('articleIds')}
          mode="multiple"
          disabled={groupId === null}
          placeholder={groupId === null ? 'Choose a content group first' : 'Choose articles'}
          showSearch={{ optionFilterProp: 'label' }}
          options={(articles ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          value={form.typed.articleIds}
          onChange={(articleIds) => form.type({ articleIds })}
        />
      </Field>
    </>
  );
}
