import type { Transact } from '@laurel/database/client';
import { inTransaction } from '@laurel/database/client';
import { createClaims } from '../features/account/claims.service.ts';
import { createSessions } from '../features/account/login.service.ts';
import { createCodes } from '../features/codes/service.ts';
import { createTwoFactor } from '../features/two-factor/service.ts';
import { createRateLimits } from '../http/limits/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the services that the features of accounts share: limits, claims, codes, sessions, two-factor. */
export const wireIdentity = (infrastructure: Infrastructure, outbox: Outbox) => {
  const { config, db, edition, fingerprint, keyring, tokens, publicUrl } = infrastructure;
  const transact: Transact = (work) => inTransaction(db, work);
  const limits = createRateLimits();
  const codes = createCodes({ keyring, limits, budgets: config.limits.codes });
  const sessions = createSessions(tokens);
  const twoFactor = createTwoFactor({
    db,
    keyring,
    fingerprint,
    codes,
    sessions,
    outbox,
    origin: new URL(publicUrl).origin,
    get issuer() {
      return edition.texts.name.en;
    },
    get offersPasskeys() {
      return edition.twoFactor !== undefined;
    },
    transact,
  });
  return { transact, limits, claims: createClaims(), codes, sessions, twoFactor };
};
