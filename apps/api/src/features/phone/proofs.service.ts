import { phoneFieldFor } from '@laurel/contracts/fields';
import type { Tx } from '@laurel/database/client';
import type { Fingerprint } from '../../crypto/keyring.ts';
import { canonicalPhone, type PhoneFingerprints, phoneFingerprints } from '../../crypto/phone-number.ts';
import type { Claims } from '../account/claims.port.ts';
import { isProvenByOther, proveNumber, readPhone, setNumber } from './store.ts';

export type ProofSettings = {
  claims: Pick<Claims, 'release'>;
  fingerprint: Fingerprint;
  /** Country codes whose numbers are refused. */
  blockedRegions: readonly string[];
  /** Queues the question what kind of number was proven, if a provider answers it. */
  queueLookup: ((tx: Tx, accountId: string) => Promise<void>) | undefined;
};

/** Numbers that Telegram sells begin with it: no carrier has them, and anyone may buy many. */
const SOLD_BY_TELEGRAM = '888';

/** What proves the number of a locked account. */
export const createProofs = (deps: ProofSettings) => {
  /** False if another account ever proved the number. */
  const prove = async (tx: Tx, accountId: string, phone: PhoneFingerprints, now: Date): Promise<boolean> => {
    // The unique key decides between proofs in canonical spelling; earlier releases stored other spellings.
    if (await isProvenByOther(tx, phone.others, accountId)) return false;
    if (!(await proveNumber(tx, { accountId, phoneHash: phone.canonical, now }))) return false;
    await deps.claims.release(tx, accountId, 'phone');
    await deps.queueLookup?.(tx, accountId);
    return true;
  };

  /** The number that Telegram has of the person, in place of a typed one. False if it does not count; a proven one stays. */
  const proveContact = async (tx: Tx, accountId: string, contact: string, now: Date): Promise<boolean> => {
    if ((await readPhone(tx, accountId))?.verified) return true;
    const { data } = phoneFieldFor([...deps.blockedRegions, SOLD_BY_TELEGRAM]).safeParse(contact);
    const number = data && canonicalPhone(data);
    if (!number || !(await prove(tx, accountId, phoneFingerprints(deps.fingerprint, number), now))) return false;
    return setNumber(tx, accountId, number);
  };

  return { prove, proveContact };
};
