import { createVoters, type Voter } from '@laurel/api/rehearsal/voters';
import type { TestApi } from './harness.ts';

/** The verifications that a voter has; both unless set to false. */
type Verified = { phone?: boolean; social?: boolean };

/** Voters of an API, created at the time of its clock. */
export const votersOf = ({ migrateUrl, deps, clock }: TestApi, count: number, verified?: Verified): Promise<Voter[]> =>
  createVoters({ migrateUrl, tokens: deps.tokens, now: clock.now(), count, ...verified });

export const newVoter = async (api: TestApi, verified?: Verified): Promise<Voter> => {
  const [voter] = await votersOf(api, 1, verified);
  if (!voter) throw new Error('no voter was created');
  return voter;
};
