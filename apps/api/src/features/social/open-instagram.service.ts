import type { OpenInstagram } from '@laurel/contracts/records';
import type { Db } from '@laurel/database/client';
import type { Keyring } from '../../crypto/keyring.ts';
import { findOpenInstagram } from './store.ts';

/** Reads the account's undecided Instagram verification with the code to send, so that each device can show it. */
export const createReadOpenInstagram =
  ({ db, keyring }: { db: Db; keyring: Keyring }) =>
  async (accountId: string, now: Date): Promise<OpenInstagram | undefined> => {
    const open = await findOpenInstagram(db, accountId, now);
    if (!open) return undefined;
    const { status: verificationStatus, proofCode } = open;
    return { verificationStatus, ...(proofCode && { proofCode: keyring.open('proof-code', proofCode).toString() }) };
  };
