import { Input, Select } from 'antd';
import {
  checkMedia,
  imageServices,
  lacksKey,
  type MediaLogins,
  type MediaOptions,
  type MediaService,
  mediaServices,
  videoServices,
} from '#domain/contract/media-search.ts';
import { send } from '#web/lib/call.ts';
import { Field } from '#web/ui/field.tsx';
import { BalanceCheck } from '../balance/balance-check.tsx';
import type { OptionsForm } from '../use-options-form.ts';
import { freeNotes, type KeyTexts, keyForms, mediaFormTexts as texts, unknownTrouble } from './media-texts.ts';

/** Who finds images and videos for projects, and the keys for it (D-ENG-09). */
export function MediaForm({ form }: { form: OptionsForm }) {
  return (
    <form
      className="option-cards"
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <section className="panel" aria-label={texts.searches}>
        <h2>{texts.searches}</h2>
        <p className="quiet">{texts.intro}</p>
        <ServicePicker form={form} name="imageService" label={texts.images} services={imageServices} />
        <ServicePicker form={form} name="videoService" label={texts.videos} services={videoServices} />
      </section>
      {keyForms.map((one) => (
        <KeyForm key={one.key} form={form} texts={one} />
      ))}
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface ServicePickerProps {
  form: OptionsForm;
  name: 'imageService' | 'videoService';
  label: string;
  services: readonly MediaService[];
}

function ServicePicker({ form, name, label, services }: ServicePickerProps) {
  const chosen = form.shown(name) as MediaService;
  const media = form.shown('media') as MediaOptions['media'];
  const hint = lacksKey({ media }, chosen) ? texts.needsKey : freeNotes[chosen];
  return (
    <Field id={name} label={label} problem={form.problemAt(name)} hint={hint}>
      <Select<MediaService>
        id={name}
        value={chosen}
        options={services.map((one) => ({ value: one, label: mediaServices[one].label }))}
        onChange={(next) => form.type({ [name]: next })}
      />
    </Field>
  );
}

interface KeyFormProps {
  form: OptionsForm;
  texts: KeyTexts;
}

function KeyForm({ form, texts: { key, service, note, from } }: KeyFormProps) {
  const { label } = mediaServices[service];
  const media = form.shown('media') as MediaLogins;
  const { apiKey } = media[key];
  const type = (change: Partial<MediaLogins['unsplash']>) =>
    form.type({ media: { ...media, [key]: { ...media[key], ...change } } });
  const id = `media.${key}.apiKey`;
  return (
    <section className="panel" aria-label={label}>
      <h2>{label}</h2>
      <p className="quiet">{note}</p>
      <p>
        <a href={from} target="_blank" rel="noreferrer">
          {texts.getKey(label)}
        </a>
      </p>
      <Field id={id} label={texts.apiKey} problem={form.problemAt(id)}>
        <Input.Password
          id={id}
          value={apiKey}
          maxLength={1_000}
          autoComplete="new-password"
          onChange={(event) => type({ apiKey: event.target.value })}
        />
      </Field>
      {key === 'unsplash' && (
        <Field
          id="media.unsplash.appName"
          label={texts.appName}
          hint={texts.appNameHint}
          problem={form.problemAt('media.unsplash.appName')}
        >
          <Input
            id="media.unsplash.appName"
            value={media.unsplash.appName}
            maxLength={1_000}
            autoComplete="off"
            onChange={(event) => type({ appName: event.target.value })}
          />
        </Field>
      )}
      <BalanceCheck
        of={apiKey}
        label={texts.check}
        unknown={unknownTrouble(label)}
        disabled={apiKey.trim() === ''}
        ask={() => send(checkMedia, { body: { mediaService: service, apiKey } })}
      />
    </section>
  );
}
