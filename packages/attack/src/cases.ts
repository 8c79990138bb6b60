import type { Case } from './case.ts';
import { voteCases } from './cases/vote.ts';

/** Every attack, area by area. */
export const cases: readonly Case[] = [...voteCases];
