import type { ConsoleClient } from './console.ts';

/** Why votes are left out, as everybody reads it. */
export const PUBLIC_REASON = { en: 'One person cast them.', uk: 'Їх віддала одна людина.' };

/** The selection of all votes of these voters. */
export const votesOf = (voters: readonly { accountId: string }[]) => ({
  accounts: voters.map(({ accountId }) => accountId),
});

/** A proposal to leave out the votes that a selection matches. */
export const draftOf = (selection: object) => ({ selection, publicReason: PUBLIC_REASON, reason: 'a test' });

/** Proposes an exclusion in the console. @returns its number */
export const proposeExclusion = async (by: ConsoleClient, selection: object): Promise<number> => {
  const answer = await by.post('/exclusions', draftOf(selection));
  if (answer.statusCode !== 201) throw new Error(`the exclusion was not proposed: ${answer.body}`);
  return answer.json().data.id;
};
