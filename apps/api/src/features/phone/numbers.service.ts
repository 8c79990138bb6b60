import type { RecordAudit } from '@laurel/database/audit';
import type { Db, Transact } from '@laurel/database/client';
import type { Fingerprint } from '../../crypto/keyring.ts';
import { canonicalPhone } from '../../crypto/phone-number.ts';
import { lockNumber, moveProof, readNumbers, type StoredNumber, setNumber } from './numbers.store.ts';

const PAGE = 2_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The ids of an account and of another one that proved the same number in another spelling. */
export type Collision = { accountId: string; otherId: string };

type Deps = { transact: Transact; fingerprint: Fingerprint; recordAudit: RecordAudit };

/** The numbers that are not stored in canonical spelling: those with the oldest proof first, unproven ones last. */
export const findMisspelt = async (db: Db): Promise<StoredNumber[]> => {
  const misspelt: StoredNumber[] = [];
  for (let afterId = BEFORE_ALL; ; ) {
    const page = await readNumbers(db, afterId, PAGE);
    misspelt.push(...page.filter(({ number }) => canonicalPhone(number) !== number));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    afterId = last.accountId;
  }
  const provenAt = ({ verifiedAt }: StoredNumber): number => verifiedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return misspelt.toSorted((one, other) => (provenAt(one) < provenAt(other) ? -1 : 1));
};

/**
 * Stores numbers in canonical spelling, each with an entry in the audit log. A number that another account proved in
 * another spelling is not changed: an organiser has to decide which account keeps it.
 */
export const respell = async (
  { transact, fingerprint, recordAudit }: Deps,
  misspelt: readonly StoredNumber[],
  now: Date,
): Promise<{ respelt: number; collisions: Collision[] }> => {
  let respelt = 0;
  const collisions: Collision[] = [];
  for (const { accountId, number } of misspelt) {
    const canonical = canonicalPhone(number);
    const [from, to] = [fingerprint('phone', number), fingerprint('phone', canonical)];
    const outcome = await transact(async (tx): Promise<'respelt' | 'changed meanwhile' | { otherId: string }> => {
      if ((await lockNumber(tx, accountId)) !== number) return 'changed meanwhile';
      const otherId = await moveProof(tx, { accountId, from, to, now });
      if (otherId !== undefined) return { otherId };
      await setNumber(tx, accountId, canonical);
      const note = { actor: 'laurel migrate', action: 'phone.respell', reason: null, subject: `account ${accountId}` };
      await recordAudit(tx, note, now);
      return 'respelt';
    });
    if (outcome === 'respelt') respelt += 1;
    else if (outcome !== 'changed meanwhile') collisions.push({ accountId, otherId: outcome.otherId });
  }
  return { respelt, collisions };
};
