import { z } from 'zod';

/** Wire names of all modules (D-NAME-02) with their screen labels (1-core section 3). */
export const moduleLabels = {
  AccountCreation: 'Account Creation',
  SocialNetwork: 'Web 2.0 Blogs',
  Bookmarking: 'Bookmarking',
  Wiki: 'Wiki',
  WebProfile: 'Web 2.0 Profile',
  ArticleDirectory: 'Article Directory',
  ForumProfile: 'Forum Profile',
  PressRelease: 'Press Release',
  GooglePlace: 'Google Place',
  PDF: 'PDF',
  MoneySite: 'Money Site',
  Private: 'Private Blog',
  PrivatePDF: 'Private PDF',
  PrivateArticleDirectory: 'Private Article Directory',
  PrivateBookmark: 'Private Bookmark',
  Indexer: 'Indexer',
} as const;

export type Module = keyof typeof moduleLabels;
const modules = Object.keys(moduleLabels) as Module[];
export const module = z.enum(modules as [Module, ...Module[]]);

/** Modules that a new project may have (D-PROJ-02). */
export const creatableModules = modules.filter((name) => name !== 'MoneySite');

/** Modules whose posts fill the profile of an account, once: one that holds a text is left as it is. */
export const profileModules: readonly Module[] = ['WebProfile', 'ForumProfile'];

/** Modules whose posts are files: of text alone. */
export const fileModules: readonly Module[] = ['PDF', 'PrivatePDF'];

/** Modules a site of the catalogue can belong to. */
export const siteModules = modules.filter(
  (name) => name !== 'AccountCreation' && name !== 'Indexer' && name !== 'MoneySite',
);
