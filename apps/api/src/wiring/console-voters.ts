import { type Db, inTransaction, type Transact } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import type { Deps } from '../deps.ts';
import { parseLogin } from '../features/account/policy.ts';
import { maskEmail, socialNetworksOf } from '../features/social/policy.ts';
import { createReviews } from '../features/social/reviews.service.ts';
import { createVoterDesk } from '../features/support/desk.service.ts';
import { createSendAgain } from '../features/support/send-again.service.ts';
import { resendCharges, wireSupport } from './support.ts';

/**
 * Wires the console's screens of voters and reviews.
 * @param db the console's client
 * @param pool the console's connections
 */
export const wireConsoleVoters = (deps: Deps, db: Db, pool: Queryable) => {
  const transact: Transact = (work) => inTransaction(db, work);
  const { outbox, codes, keyring } = deps;
  const hasTelegram = socialNetworksOf(deps.config).includes('telegram');
  const support = wireSupport(deps, db);
  return {
    support,
    voterDesk: createVoterDesk({ db: pool, support, maskEmail, parseLogin }),
    sendAgain: createSendAgain({ db, transact, codes, outbox, chargesOf: resendCharges(deps) }),
    reviews: createReviews({ db, transact, outbox, hasTelegram, keyring }),
  };
};
