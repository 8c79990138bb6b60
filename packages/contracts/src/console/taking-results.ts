import type { Phase } from '../phase.ts';
import { mayDo, type Role } from './permissions.ts';

/** From when on a role may take the result away. */
export type Taking = 'now' | 'after_voting' | 'after_announcement' | 'never';

type State = {
  phase: Phase;
  /** Whether no vote can follow. */
  final: boolean;
  /** Whether numbers by nominee are hidden from the team. */
  embargo: boolean;
};

/** Whether a role may take the result away now; otherwise, what it waits for. */
export const whenToTake = (role: Role, { phase, final, embargo }: State): Taking => {
  if (!mayDo(role, 'results.take')) return 'never';
  if (embargo || !(phase === 'announced' || mayDo(role, 'results.takeEarly'))) return 'after_announcement';
  return final ? 'now' : 'after_voting';
};
