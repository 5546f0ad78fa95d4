/** What words of sites mean, in every table that has them. */
export const siteTerms = {
  da: 'Domain authority, 0 to 100, as you know it',
  dofollow: 'Whether search engines follow its links; what a proof read counts before what was typed',
} as const;
