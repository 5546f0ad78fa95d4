/** Tabs of all project pages by wire name (the `tab` of a refusal, D-GEN-09). */
export type ProjectTab = 'general' | 'image' | 'video' | 'indexer' | 'sites' | 'account' | 'email';

/** Exact messages of the project forms (1-core section 5). */
export const projectTexts = {
  fix: 'Please fix the problems below before continue',
  fixSites: 'Please fix all the errors below',
  oneSite: 'You need to select at least one site',
  oneService: 'You need to select at least one indexing service',
  campaign: 'Please select a campaign',
  profile: 'Please select an account profile',
  noAccounts: 'The chosen account profile has no accounts yet: add one for each site',
  network: 'You need to choose a private network',
  noSites: 'The chosen private network has no sites yet: import some',
  output: 'You need to choose where to store your backlinks',
  outputIsInput: 'Output link set must be different to input link set',
  content: 'You need to choose where to get articles from',
  inputs: 'You must select input link sets',
  placement: 'Please select link position',
  tags: 'Please enter tags',
  imageKeywords: 'Enter keywords to search for images',
  imageUrls: 'Please enter the URLs of images to insert',
  imagePosition: 'Please select image position',
  videoKeywords: 'Enter keywords to search for videos',
  videoUrls: 'Please enter the URLs of videos to insert',
  videoPosition: 'Please select video position',
  required: 'Required',
  atLeastZero: 'Must be greater or equal to 0',
  maxBelowMin: 'Max must be greater or equal to min',
  indexers: 'Because you ticked Use Indexing Services. You need to select indexing services to help index your links',
  list: 'Please select an URL list',
  inputGone: (name: string) => `The input link set “${name}” was deleted. Please remove its row or choose another one`,
} as const;

/** One broken rule of a project form: where it stands and what it says. */
export interface Problem {
  tab: ProjectTab;
  field: string;
  message: string;
  /** Not filled in yet: such a project is saved as it is, but does not start. */
  isMissing?: true;
}

/** What keeps a project from being saved: all that is wrong, not what is only missing. */
export function brokenRules(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem) => !problem.isMissing);
}

/** Stands last, as the sites are chosen last. */
export const noSite: Problem = { tab: 'sites', field: 'sites', message: projectTexts.oneSite, isMissing: true };
