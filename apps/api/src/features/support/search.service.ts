import type { FoundVoter } from '@laurel/contracts/console/calls/voters';
import type { Queryable } from '@laurel/database/queryable';
import {
  type Found,
  findByAddress,
  findById,
  findByMail,
  findByName,
  findByNumber,
  findBySocialName,
  findByWords,
  type SocialName,
} from './desk.store.ts';
import { readSearch } from './policy.ts';

/** The most accounts that a search returns. */
const MAX_FOUND = 20;

type Deps = {
  db: Queryable;
  /** A complete address or number in the form by which accounts are found. */
  parseLogin(text: string): { email: string } | { phone: string } | undefined;
  /** The social accounts that may have this name. */
  socialNames(name: string): readonly SocialName[];
};

/** An account that a search found, with what the search matched. Not masked yet. */
export type Hit = Found & Pick<FoundVoter, 'matched'>;

/** Finds at most 20 accounts by a text; `more` says whether others match, too. */
export type VoterSearch = (text: string) => Promise<{ hits: Hit[]; more: boolean }>;

/** Each search reads an index and stops at its limit, however many accounts match. */
export const createVoterSearch = ({ db, parseLogin, socialNames }: Deps): VoterSearch => {
  /** One more than is returned, to know whether there are more. */
  const most = MAX_FOUND + 1;
  const by = (matched: Hit['matched'], found: readonly Found[]): Hit[] => found.map((each) => ({ ...each, matched }));

  const findSocial = async (name: string): Promise<Hit[]> => {
    const found = await Promise.all(socialNames(name).map((each) => findBySocialName(db, each, most)));
    return by('social', found.flat());
  };

  const lookUp = async (text: string): Promise<Hit[]> => {
    const search = readSearch(text);
    const exact = parseLogin(text);
    if (search.by === 'id') return by('id', await findById(db, search.id));
    if (search.by === 'social') return findSocial(search.name);
    if (search.by === 'phone') {
      // Also the digits as typed: they may begin a longer number, and canonical spelling may change them.
      const byExact = exact && 'phone' in exact ? await findByNumber(db, exact.phone, most) : [];
      return by('phone', [...byExact, ...(await findByNumber(db, search.prefix, most))]);
    }
    const byAddress = exact && 'email' in exact ? await findByAddress(db, exact.email) : [];
    const byMail = by('email', [...byAddress, ...(await findByMail(db, search.prefix, most))]);
    if (search.by === 'email') return byMail;
    const { prefix, words } = search;
    const byName = await findByName(db, prefix, most);
    const byWords = words.length > 0 ? await findByWords(db, words, most) : [];
    return [...by('name', [...byName, ...byWords]), ...byMail, ...(await findSocial(prefix))];
  };

  return async (text) => {
    const once = [...new Map((await lookUp(text)).map((hit) => [hit.id, hit])).values()];
    return { hits: once.slice(0, MAX_FOUND), more: once.length > MAX_FOUND };
  };
};
