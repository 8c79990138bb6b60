import { recordAudit } from '@laurel/database/audit';
import { type Db, inTransaction } from '@laurel/database/client';
import { bad, type Finding, good } from '../checks/finding.ts';
import { createKeyring, type Fingerprint } from '../crypto/keyring.ts';
import { loadFingerprint, WrongDataKeyError } from '../crypto/sealed-keys.store.ts';
import { findMisspelt, respell } from '../features/phone/numbers.service.ts';
import { onDatabase } from './database.ts';
import type { Output } from './output.ts';

type Ask = {
  /** The application's role, which may add and withdraw proofs, but not change them. */
  appUrl: string;
  dataKey: Buffer;
  dataKeysPrevious: readonly Buffer[];
  now: Date;
};

const fingerprintOf = async (db: Db, { dataKey, dataKeysPrevious, now }: Ask): Promise<Fingerprint | undefined> => {
  try {
    return await loadFingerprint(db, createKeyring(dataKey, dataKeysPrevious), now);
  } catch (error) {
    if (error instanceof WrongDataKeyError) return undefined;
    throw error;
  }
};

/**
 * Normalises phone numbers that earlier releases stored as typed. Accounts that share a number are only printed: the organiser
 * decides about them.
 */
export const respellNumbers = (ask: Ask, output: Output): Promise<void> =>
  onDatabase({ url: ask.appUrl, maxConnections: 2, applicationName: 'laurel migrate' }, async ({ db }) => {
    const misspelt = await findMisspelt(db);
    if (misspelt.length === 0) return;
    const fingerprint = await fingerprintOf(db, ask);
    if (!fingerprint) {
      output.problem(
        `${misspelt.length} phone numbers keep their old spelling: DATA_KEY does not open the database's keys.`,
      );
      return;
    }
    const deps: Parameters<typeof respell>[0] = {
      fingerprint,
      recordAudit,
      transact: (work) => inTransaction(db, work),
    };
    const { respelt, collisions } = await respell(deps, misspelt, ask.now);
    if (respelt > 0) output.line(`Phone numbers: ${respelt} were normalised. "laurel audit show" lists the accounts.`);
    for (const { accountId, otherId } of collisions) {
      output.problem(
        `The accounts ${accountId} and ${otherId} proved one phone number in two spellings. Nothing was changed: see "laurel voters show" for both.`,
      );
    }
  });

/** Checks that every phone number is normalised, so that one number is one voter. */
export const checkPhoneNumbers = async (db: Db): Promise<Finding> => {
  const misspelt = await findMisspelt(db);
  if (misspelt.length === 0) return good('one spelling each');
  const [first] = misspelt;
  return bad(
    `${misspelt.length} in another spelling than their one, first that of account ${first?.accountId}`,
    'Run "laurel migrate": it corrects them, and names the accounts that proved one number in two spellings.',
  );
};
