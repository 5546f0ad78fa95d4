import { AutoComplete } from 'antd';
import type { SiteOffer } from '#domain/contract/sites.ts';

interface WebsiteFieldProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  /** Sites for what is typed; undefined while they are being looked for. */
  offers: readonly SiteOffer[] | undefined;
}

/** A website as typed; sites are offered, since an account counts for the site of its name. */
export function WebsiteField({ id, value = '', onChange, offers }: WebsiteFieldProps) {
  const names = [...new Set((offers ?? []).map((offer) => offer.id.siteId))];
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      value={value}
      options={names.map((name) => ({ value: name }))}
      // Enter sends what is typed, not the first offer.
      defaultActiveFirstOption={false}
      placeholder="blog.example.com"
      {...(onChange ? { onChange } : {})}
    />
  );
}
