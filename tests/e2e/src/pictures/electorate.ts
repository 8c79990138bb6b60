import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { openAccount } from '../site/account.ts';
import type { Member } from '../site/member.ts';

const VOTERS = 24;

/** Share of the voters that leaves a category out, of 100. */
const LEFT_OUT = 15;

/** A number from 0 to 99 that depends on the text alone, so that every run draws the same pictures. */
const draw = (text: string): number => {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % 100;
};

/** The nominee that a voter chooses: earlier ones of a category more often. Undefined if the voter leaves it out. */
const chosen = (voter: number, { nomination, niche, results }: StatisticsItem): Vote | undefined => {
  const place = `${voter}/${nomination}/${niche}`;
  if (draw(`${place}/out`) < LEFT_OUT) return undefined;
  const start = draw(nomination + niche) % results.length;
  const offset = Math.floor((draw(place) / 100) ** 2 * results.length);
  const company = results[(start + offset) % results.length]?.company;
  return company === undefined ? undefined : { nomination, niche, vote: company };
};

const send = async (member: Member, vote: Vote): Promise<void> => {
  const { status } = await member.client.call('POST', '/vote', vote);
  if (status !== 201) throw new Error(`${vote.nomination}/${vote.niche}: the vote was answered with ${status}`);
};

/** Votes in every category as many people. */
export const castVotes = async (origin: string): Promise<void> => {
  const items: StatisticsItem[] = await (await fetch(`${origin}/api/vote/statistics`)).json();
  for (let voter = 0; voter < VOTERS; voter += 1) {
    const member = await openAccount(origin, { phone: true, social: true });
    const votes = items.map((item) => chosen(voter, item)).filter((vote) => vote !== undefined);
    await Promise.all(votes.map((vote) => send(member, vote)));
  }
};

/** Votes in every category as one member, but not in the given one. */
export const voteElsewhere = async (member: Member, open: Vote): Promise<void> => {
  const items: StatisticsItem[] = await (await fetch(`${member.client.origin}/api/vote/statistics`)).json();
  const others = items.filter((item) => item.nomination !== open.nomination || item.niche !== open.niche);
  await Promise.all(
    others.map(({ nomination, niche, results }, index) =>
      send(member, { nomination, niche, vote: results[index % results.length]?.company ?? '' }),
    ),
  );
};
