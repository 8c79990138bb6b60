import type { CastVote, VoterFacts } from '@laurel/api/features/clusters/voters.policy';
import { followersRange, telegramAge } from '@laurel/api/features/social/traits.policy';
import type { Night } from '@laurel/nights/format';

const KINDS = ['email', 'two_factor', 'phone', 'social'];
const shapeOf = (text: string): string => text.replace(/\p{L}+/gu, 'a').replace(/[0-9]/g, '9');
const networkOf = (address: string): string =>
  address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::` : address.replace(/\d+$/, '0');

/** The facts and votes of a night as voter_facts() and votes_cast() tell them, without a database. */
export const factsOf = ({ lines }: Night): { facts: VoterFacts[]; votes: CastVote[] } => {
  const facts = new Map<string, VoterFacts & { steps: (number | null)[] }>();
  const votes: CastVote[] = [];
  const ids = new Map<string, number>();
  const idOf = (name: string): number => ids.get(name) ?? ids.set(name, ids.size + 1).size;
  for (const line of lines) {
    const at = Date.parse(line.at);
    const network = networkOf(line.address);
    if (line.type === 'account') {
      const name = line.name.toLowerCase();
      const half = name.length >> 1;
      const [mailbox = '', domain = ''] = line.email.toLowerCase().split('@');
      facts.set(line.account, {
        voter: line.account,
        number: line.phone.slice(1),
        mailboxShape: shapeOf(mailbox),
        mailboxStem: mailbox.split('+')[0]?.replace(/\P{L}/gu, '') || null,
        mailDomain: domain,
        nameShape: shapeOf(line.name),
        nameStart: name.slice(0, half),
        nameEnd: name.slice(0, 2) + name.slice(half),
        registeredAt: at,
        steps: [null, null, null, null],
        network,
        agent: line.agent,
        timeZone: line.timeZone,
        telegramAge: null,
        followers: null,
        carrier: null,
      });
    } else if (line.type === 'proof') {
      const one = facts.get(line.account);
      const step = KINDS.indexOf(line.kind === 'telegram' || line.kind === 'instagram' ? 'social' : line.kind);
      if (!one) continue;
      one.steps[step] ??= at;
      if (line.kind === 'telegram') one.telegramAge = telegramAge(line.telegramId ?? 0);
      if (line.kind === 'instagram') one.followers = followersRange(line.followers);
    } else {
      const category = `${line.nomination}/${line.niche}`;
      votes.push({
        voter: line.account,
        category: idOf(category),
        nominee: idOf(`${category}/${line.company}`),
        at,
        network,
      });
    }
  }
  const voted = new Set(votes.map(({ voter }) => voter));
  return { facts: [...facts.values()].filter(({ voter }) => voted.has(voter)), votes };
};
