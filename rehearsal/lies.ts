import type { Lie } from './lie.ts';
import { bodyLies } from './lies-of-body.ts';
import { frameLies } from './lies-of-frame.ts';

/** All lies. */
export const lies: readonly Lie[] = [...frameLies, ...bodyLies];
