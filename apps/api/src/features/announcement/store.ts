import type { Language } from '@laurel/contracts/languages';
import type { Db, Tx } from '@laurel/database/client';

/** A person who asked to be told. */
type Recipient = { accountId: string; name: string; email: string; language: Language };

/** Stores whether a person wants the mail. */
export const storeWish = async (db: Db, accountId: string, wanted: boolean): Promise<void> => {
  await db.$executeRaw`UPDATE accounts SET tell_winners = ${wanted} WHERE id = ${accountId}::uuid AND erased_at IS NULL`;
};

/** Takes back the wishes of a group of people, and returns the people: each is told once. An erased account has no address. */
export const claimRecipients = (tx: Tx, limit: number): Promise<Recipient[]> => tx.$queryRaw`
  UPDATE accounts SET tell_winners = false
   WHERE id IN (SELECT id FROM accounts WHERE tell_winners AND email_verified_at IS NOT NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
  RETURNING id AS "accountId", name, email, language`;
