import { Checkbox, Input, InputNumber, Radio, Select } from 'antd';
import { mediaPlace } from '#domain/contract/media-search.ts';
import { mediaPositions } from '#domain/contract/projects/posting.ts';
import type { TierContent } from '#domain/contract/wizards.ts';
import { Field } from './field.tsx';
import { TagsInput } from './tags-input.tsx';

// Image and video have the same fields under other names.
const names = {
  image: {
    insert: 'insertImages',
    search: 'searchForImages',
    keywords: 'keywordsForImage',
    urls: 'imagesToInsert',
    min: 'minImage',
    max: 'maxImage',
    position: 'imagePosition',
    words: { one: 'image', many: 'images' },
  },
  video: {
    insert: 'insertVideos',
    search: 'searchForVideos',
    keywords: 'keywordsForVideo',
    urls: 'videosToInsert',
    min: 'minVideo',
    max: 'maxVideo',
    position: 'videoPosition',
    words: { one: 'video', many: 'videos' },
  },
} as const;

type Media = Omit<TierContent, 'contentGroupId'>;

interface MediaFieldsProps {
  kind: 'image' | 'video';
  value: Media;
  disabled?: boolean;
  problemAt: (field: string) => string | undefined;
  onChange: (part: Partial<Media>) => void;
}

/** What is put into posts beside text: images or videos. */
export function MediaFields({ kind, value, disabled = false, problemAt, onChange }: MediaFieldsProps) {
  const name = names[kind];
  const set = (field: keyof Media, next: unknown) => onChange({ [field]: next } as Partial<Media>);
  return (
    <>
      <Checkbox
        disabled={disabled}
        checked={value[name.insert]}
        onChange={(event) => set(name.insert, event.target.checked)}
      >
        Insert {name.words.many}
      </Checkbox>
      {value[name.insert] && (
        <div className="inset" style={{ marginTop: 16 }}>
          <Radio.Group
            disabled={disabled}
            value={value[name.search]}
            onChange={(event) => set(name.search, event.target.value)}
            style={{ marginBottom: 16 }}
            options={[
              { value: true, label: `Search for ${name.words.many} by keywords` },
              { value: false, label: `Enter ${name.words.one} URLs` },
            ]}
          />
          {value[name.search] ? (
            <Field
              id={name.keywords}
              label="Keywords"
              problem={problemAt(name.keywords)}
              hint={`They are searched for at the service chosen in ${mediaPlace}. Where none are found, the post goes out without.`}
            >
              <TagsInput
                id={name.keywords}
                disabled={disabled}
                placeholder="Type a keyword, then a comma"
                value={value[name.keywords]}
                onChange={(next) => set(name.keywords, next)}
              />
            </Field>
          ) : (
            <Field
              id={name.urls}
              label={`URLs of ${name.words.many}`}
              problem={problemAt(name.urls)}
              hint="One URL per line"
            >
              <Input.TextArea
                id={name.urls}
                rows={6}
                disabled={disabled}
                value={value[name.urls]}
                onChange={(event) => set(name.urls, event.target.value)}
              />
            </Field>
          )}
          <div className="fields-3">
            <Field id={name.min} label={`Min ${name.words.many}`} problem={problemAt(name.min)}>
              <InputNumber<number>
                id={name.min}
                disabled={disabled}
                value={value[name.min]}
                onChange={(next) => set(name.min, next)}
              />
            </Field>
            <Field id={name.max} label={`Max ${name.words.many}`} problem={problemAt(name.max)}>
              <InputNumber<number>
                id={name.max}
                disabled={disabled}
                value={value[name.max]}
                onChange={(next) => set(name.max, next)}
              />
            </Field>
            <Field id={name.position} label="Position" problem={problemAt(name.position)}>
              <Select
                id={name.position}
                disabled={disabled}
                value={value[name.position]}
                options={mediaPositions.map((position) => ({ value: position, label: position }))}
                onChange={(next) => set(name.position, next)}
              />
            </Field>
          </div>
        </div>
      )}
    </>
  );
}
