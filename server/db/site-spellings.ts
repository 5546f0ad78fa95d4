/** SQL of the names under which accounts of a site `s` may be filed: its id, or its host in the usual spellings. */
export const siteSpellings = `array[lower(s.site_id), s.host, regexp_replace(s.host, ':[0-9]+$', ''),
            regexp_replace(s.host, '^www.', '')]`;

/** SQL of the accounts `a` that posts may be made with. */
export const usableAccount = "(a.stopped_reason is null and a.confirmation in ('NONE', 'CONFIRMED'))";
