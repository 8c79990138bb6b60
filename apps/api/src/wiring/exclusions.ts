import { inEachLanguage } from '@laurel/contracts/languages';
import { isEmbargoed, isOver } from '@laurel/contracts/phase';
import type { Transact } from '@laurel/database/client';
import { createObjectionTokens } from '../crypto/objection-tokens.ts';
import { createObjectionDesk } from '../features/decisions/objection.service.ts';
import { createDecisions } from '../features/decisions/service.ts';
import { createNotices } from '../features/exclusions/notices.service.ts';
import { createObjections } from '../features/exclusions/objections.service.ts';
import { createExclusions } from '../features/exclusions/service.ts';
import type { Phases } from '../features/phases/service.ts';
import { maskEmail } from '../features/social/policy.ts';
import { resultOf } from '../features/statistics/policy.ts';
import type { TieBreak } from '../features/statistics/port.ts';
import type { RateLimits } from '../http/limits/port.ts';
import type { Outbox } from '../jobs/port.ts';
import { addNoticeJob } from '../jobs/queue.ts';
import type { Infrastructure } from './infrastructure.ts';

type Part = Pick<Infrastructure, 'pool' | 'longPool' | 'clock' | 'currentEdition'>;
export type Voting = { phases: Pick<Phases, 'at' | 'isSettled'>; readTieBreak(final: boolean): Promise<TieBreak> };

const masked = (email: string): string => maskEmail(email, 'name and domain');

/** What the desks for exclusions and for suspicious votes show: ranks as the statistics do, and what an embargo and a mask hide. */
export const rulesOfDesks = (
  { clock, currentEdition }: Pick<Part, 'clock' | 'currentEdition'>,
  { phases, readTieBreak }: Voting,
) => ({
  rank: async () => {
    const at = clock.now();
    const tieBreak = await readTieBreak(isOver(phases.at(at)) && phases.isSettled(at));
    return (category: Parameters<typeof resultOf>[0], counted: Parameters<typeof resultOf>[1]) =>
      resultOf(category, counted, tieBreak);
  },
  isEmbargoed: () => isEmbargoed(currentEdition().results.staff, phases.at(clock.now())),
  maskEmail: masked,
});

/** Wires the exclusions of votes. `pool` is the application's, or the console's. */
export const wireExclusions = ({ pool, longPool, clock, currentEdition }: Part, { phases, readTieBreak }: Voting) =>
  createExclusions({
    pool,
    longPool,
    now: () => clock.now(),
    approvals: () => currentEdition().approvals,
    ...rulesOfDesks({ clock, currentEdition }, { phases, readTieBreak }),
  });

/** Wires the mails to the people whose votes an exclusion holds. */
export const wireNotices = ({ clock, keyring, publicUrl }: Infrastructure, transact: Transact, outbox: Outbox) =>
  createNotices({
    transact,
    outbox,
    tokens: createObjectionTokens(keyring),
    now: () => clock.now(),
    publicUrl,
    queueNext: addNoticeJob,
  });

/** The titles of the edition by name: of nomination/category, and of nomination/category/nominee. */
const titlesOf = ({ nominations }: ReturnType<Infrastructure['currentEdition']>) => {
  const categories = nominations.flatMap((nomination) =>
    nomination.categories.map((category) => {
      const title = inEachLanguage((language) =>
        nomination.categories.length === 1
          ? nomination.title[language]
          : `${nomination.title[language]}: ${category.name[language]}`,
      );
      return [`${nomination.tag}/${category.tag}`, title] as const;
    }),
  );
  const nominees = nominations.flatMap(({ tag, categories: ofNomination }) =>
    ofNomination.flatMap((category) =>
      category.companies.map((company) => [`${tag}/${category.tag}/${company.tag}`, company.name] as const),
    ),
  );
  return { categories: new Map(categories), nominees: new Map(nominees) };
};

/** Wires the public list of decisions, and the page where people object. */
export const wireDecisions = (
  { pool, db, keyring, currentEdition }: Infrastructure,
  limits: RateLimits,
  isFinal: () => boolean,
) => ({
  decisions: createDecisions({
    pool,
    atLeast: () => currentEdition().results.publishEvery.votes,
    final: isFinal,
  }),
  objectionDesk: createObjectionDesk({ db, pool, limits, tokens: createObjectionTokens(keyring) }),
  nominees: () => titlesOf(currentEdition()).nominees,
  award: () => {
    const edition = currentEdition();
    const { texts, year, supportEmail, links, look } = edition;
    const { categories } = titlesOf(edition);
    return { name: texts.name, year, supportEmail, privacy: links.privacy, categories, accent: look?.accent };
  },
});

/** Wires the console's screens of exclusions and objections. `pool` is the console's. */
export const wireExclusionsDesk = (part: Part, voting: Voting) => ({
  exclusions: wireExclusions(part, voting),
  objections: createObjections({ db: part.pool, now: () => part.clock.now(), maskEmail: masked }),
  ballotTitles: () => titlesOf(part.currentEdition()),
});
