import { type Db, inTransaction, type Transact } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import type { Deps } from '../deps.ts';
import { parseLogin } from '../features/account/policy.ts';
import { instagramSubject, maskEmail, socialNetworksOf, telegramName } from '../features/social/policy.ts';
import { createReviews } from '../features/social/reviews.service.ts';
import { createVoterDesk } from '../features/support/desk.service.ts';
import { createVoterSearch } from '../features/support/search.service.ts';
import { createSendAgain } from '../features/support/send-again.service.ts';
import { resendCharges, wireSupport } from './support.ts';

/**
 * Wires the console's screens of voters and reviews.
 * @param db the console's client
 * @param pool the console's connections
 */
export const wireConsoleVoters = (deps: Deps, db: Db, pool: Queryable) => {
  const transact: Transact = (work) => inTransaction(db, work);
  const { outbox, codes, keyring, fingerprint } = deps;
  const hasTelegram = socialNetworksOf(deps.config).includes('telegram');
  const support = wireSupport(deps, db);
  const search = createVoterSearch({
    db: pool,
    parseLogin,
    socialNames: (name) => [
      { provider: 'INSTAGRAM_SUBSCRIPTION', hash: fingerprint('instagram', instagramSubject(name)) },
      { provider: 'TELEGRAM_SUBSCRIPTION', hash: fingerprint('telegram-name', telegramName(name)) },
    ],
  });
  return {
    support,
    findAccounts: async (text: string) => {
      const { hits, more } = await search(text);
      return { ids: hits.map(({ id }) => id), more };
    },
    voterDesk: createVoterDesk({ db: pool, support, search, maskEmail }),
    sendAgain: createSendAgain({ db, transact, codes, outbox, chargesOf: resendCharges(deps) }),
    reviews: createReviews({ db, transact, outbox, hasTelegram, keyring }),
  };
};
