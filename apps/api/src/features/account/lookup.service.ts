import type { Db } from '@laurel/database/client';
import type { Fingerprint } from '../../crypto/keyring.ts';
import { phoneFingerprints } from '../../crypto/phone-number.ts';
import type { Claims } from './claims.port.ts';
import { parseLogin } from './policy.ts';
import { findAccount, findPhoneOwner, type KnownAccount } from './store.ts';

/** Finds the account of a login, if there is one. */
export type FindByLogin = (login: string, now: Date) => Promise<KnownAccount | undefined>;

/**
 * Creates the lookup of accounts by login. An address belongs to its account. A phone number belongs to the account
 * that verified it, or else to the one that holds its claim.
 */
export const createFindByLogin =
  ({ db, claims, fingerprint }: { db: Db; claims: Pick<Claims, 'holder'>; fingerprint: Fingerprint }): FindByLogin =>
  async (login, now) => {
    const parsed = parseLogin(login);
    if (!parsed) return undefined;
    if ('email' in parsed) return findAccount(db, { emailCanonical: parsed.email });
    const phone = phoneFingerprints(fingerprint, parsed.phone);
    const id = (await findPhoneOwner(db, phone.all)) ?? (await claims.holder(db, phone.canonical, now));
    return id === undefined ? undefined : findAccount(db, { id });
  };
