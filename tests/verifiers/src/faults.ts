import type { Fault } from './case.ts';
import { HISTORY_FAULTS } from './history-faults.ts';
import { PAPER_FAULTS } from './paper-faults.ts';
import { TREE_FAULTS } from './tree-faults.ts';
import { VOTE_FAULTS } from './vote-faults.ts';

/** All faults that a bundle, and what people kept, can show. */
export const FAULTS: readonly Fault[] = [...VOTE_FAULTS, ...HISTORY_FAULTS, ...TREE_FAULTS, ...PAPER_FAULTS];
