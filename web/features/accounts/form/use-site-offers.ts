import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { offerSites, type SiteOffer } from '#domain/contract/sites.ts';
import { send } from '#web/lib/call.ts';

/** Longest text that is searched for. */
const maxSearch = 200;

/** What the sites know of a typed name. */
export interface Offered {
  offers: SiteOffer[] | undefined;
  /** The site that an account of this name is for; null when there is none, undefined while that is being asked. */
  named: SiteOffer | null | undefined;
}

/** Sites for a typed name, asked of the server a moment after the last key. */
export function useSiteOffers(typed: string): Offered {
  const search = useSettled(typed.trim().slice(0, maxSearch));
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['site-offers', search],
    queryFn: ({ signal }) => send(offerSites, { query: { search }, signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const isCurrent = search === typed.trim().slice(0, maxSearch) && !isPlaceholderData;
  const known = data?.offers.find(({ isNamed }) => isNamed) ?? null;
  // Where the server does not tell, the plain form does.
  const named = isError || typed.trim() === '' ? null : isCurrent && data ? known : undefined;
  return { offers: data?.offers, named };
}

/** The text as it stood a quarter of a second after the last key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
