import type { Module } from '#domain/contract/modules.ts';
import { type ProjectKind, projectKind } from '#domain/contract/projects/kinds.ts';
import { accountKind } from './account.ts';
import { indexerKind } from './indexer.ts';
import type { ServerKind } from './kind.ts';
import { postingKind } from './posting.ts';
import { privateKind } from './private.ts';

/** The server's side of every kind: one line each. */
export const serverKinds: { [K in ProjectKind]: ServerKind<K> } = {
  account: accountKind,
  indexer: indexerKind,
  private: privateKind,
  posting: postingKind,
};

/** The server's side of a module's kind; what it is handed must be of that kind. */
export function kindOf(module: Module): ServerKind<ProjectKind> {
  return serverKinds[projectKind(module)] as ServerKind<ProjectKind>;
}
