/** Texts of the way in. */
export const texts = {
  title: 'From here to your first proved link',
  lead: 'Six steps, each done right here. What you have already made is ticked off.',
  dismiss: 'Hide these steps',
  dismissed: 'Hidden. “Show first steps” in your user menu brings them back.',
  provedTitle: 'Your first link is proved',
  provedHint: 'A stranger’s reading of the page found it where it was placed.',
  loadFailed: 'Failed to load the first steps. Unexpected error',
  siteFailed: 'Failed to add the site. Unknown error',
  accountFailed: 'Failed to add new account. Unknown error',
  articleFailed: 'Failed to add the article. Unknown error',
  noBody: 'Below the title, an article needs a text',
  linkFailed: 'Failed to add links. Unknown error',
  projectFailed: 'Failed to create new project. Unknown error',
  startFailed: 'Failed to start project. Unknown error',
  addressHint: 'Its platform is recognised: WordPress, MediaWiki, Shaarli, or any blog with XML-RPC.',
  articleHint: 'The first line is the title. Spin syntax {a|b} may be used. You can also drop a text file here.',
  anchorHint: 'The words that become the link. Best are words that the article has.',
  tagsHint: 'Separated by commas',
} as const;

/** Names of what the way makes by itself; all can be renamed later. */
export const names = {
  campaign: 'First campaign',
  profile: 'Accounts',
  group: 'Articles',
  links: 'Links to place',
  output: 'Pages made',
} as const;
