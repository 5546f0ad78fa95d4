import { Tabs } from 'antd';
import { articleService, articleSources } from '#domain/contract/options/article-sources.ts';
import { useIsNarrow } from '#web/lib/narrow.ts';
import type { OptionsForm } from '../use-options-form.ts';
import { MediaForm } from './media-form.tsx';
import { mediaFormTexts, mediaTab } from './media-texts.ts';
import { ServiceForm } from './source-form.tsx';

interface ContentTabProps {
  form: OptionsForm;
  /** The open service as it stands in the address; any other word opens the first. */
  service: string;
  onService: (service: string) => void;
}

/** The services that give articles, with their logins (D-NAME-06), and those that find images and videos. */
export function ContentTab({ form, service, onService }: ContentTabProps) {
  const isNarrow = useIsNarrow();
  const keys: string[] = [...articleService.options, mediaTab];
  const known = keys.find((one) => one === service) ?? articleService.options[0];
  const items = articleService.options.map((one) => ({
    key: one,
    label: articleSources[one].label,
    children: <ServiceForm key={one} service={one} form={form} />,
  }));
  return (
    <Tabs
      className="content-tabs"
      tabPlacement={isNarrow ? 'top' : 'start'}
      activeKey={known ?? ''}
      items={[...items, { key: mediaTab, label: mediaFormTexts.title, children: <MediaForm form={form} /> }]}
      onChange={onService}
    />
  );
}

/** The service whose tab holds a field of the options; undefined for a field of another tab. */
export function serviceAt(field: string): string | undefined {
  const [tab, key] = field.split('.');
  if (tab === 'media' || tab === 'imageService' || tab === 'videoService') return mediaTab;
  return tab === 'content' ? articleService.options.find((one) => articleSources[one].key === key) : undefined;
}
