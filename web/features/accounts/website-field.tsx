import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { useMemo } from 'react';
import { listCatalogueSites } from '#domain/contract/sites.ts';
import { send } from '#web/lib/call.ts';

/** Offers drawn at once; typing narrows them. */
const maxOffers = 50;

interface WebsiteFieldProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A website as typed; the sites of the catalogue are offered, since an account counts for the site of its name. */
export function WebsiteField({ id, value = '', onChange }: WebsiteFieldProps) {
  const { data } = useQuery({
    queryKey: ['catalogue-sites'],
    queryFn: ({ signal }) => send(listCatalogueSites, { signal }),
    staleTime: 60_000,
  });
  const options = useMemo(() => {
    const wanted = value.trim().toLowerCase();
    const names = new Set<string>();
    for (const { id: site } of data?.sites ?? []) {
      if (site.siteId.toLowerCase().includes(wanted)) names.add(site.siteId);
      if (names.size === maxOffers) break;
    }
    return [...names].map((name) => ({ value: name }));
  }, [data, value]);
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      value={value}
      options={options}
      // Enter sends what is typed, not the first offer.
      defaultActiveFirstOption={false}
      placeholder="blog.example.com"
      {...(onChange ? { onChange } : {})}
    />
  );
}
