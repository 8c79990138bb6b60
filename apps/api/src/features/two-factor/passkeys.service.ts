import type { Db, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { hashHandle } from '../../crypto/random.ts';
import { createWebauthn } from '../../crypto/webauthn.ts';
import type { Sign } from '../../crypto/webauthn-challenge.ts';
import type { RequestKey } from '../codes/port.ts';
import {
  confirmPasskey,
  findPublicKey,
  readPasskeys,
  removePasskey,
  spendChallenge,
  usePasskey,
} from './passkeys.store.ts';

type Deps = {
  db: Db;
  /** The page's origin. Passkeys belong to its host name. */
  origin: string;
  /** The name that a browser stores with a passkey: the edition's. */
  awardName(): string;
  sign: Sign;
};

type Answer = Readonly<Record<string, unknown>>;

/** For what a passkey is asked: a request key, or a further proof of a voter with a session. */
type AskedBy = { accountId: string; challengeId?: string };

const purposeOf = ({ challengeId, accountId }: AskedBy) =>
  challengeId === undefined ? (`voter ${accountId}` as const) : (`request key ${challengeId}` as const);

/** A refused answer counts as a wrong code, which is committed with its charges. */
const unlessRefused = <T>(check: Promise<T>): Promise<T | undefined> =>
  check.catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

/** A passkey as its owner tells it from others. */
export type Passkey = { id: string; madeAt: string; usedAt: string | null };

/** What stands for a credential's id on the wire: the id itself may be a kilobyte long. */
const nameOf = (id: Uint8Array): string => hashHandle(Buffer.from(id).toString('base64url')).toString('base64url');

/** The passkeys of voters. The database decides whether a challenge and a counter are new. */
export const createPasskeys = ({ db, ...page }: Deps) => {
  const idsOf = async (accountId: string) => (await readPasskeys(db, accountId)).map(({ id }) => id);
  const webauthn = createWebauthn({ ...page, refusal: (_why, cause) => new AppError('otp.invalid', { cause }) });

  return {
    /** The request to make a passkey with the request key of a setup. */
    creationOptions: async (key: RequestKey, email: string, now: Date) => {
      const owner = { id: `laurel voter ${key.accountId}`, name: email };
      return webauthn.creationOptions(owner, purposeOf(key), await idsOf(key.accountId), now);
    },

    /** The request for one of the account's passkeys. @throws AppError otp.invalid if it has none */
    requestOptions: async (of: AskedBy, now: Date) => {
      const known = await idsOf(of.accountId);
      if (known.length === 0) throw new AppError('otp.invalid');
      return webauthn.requestOptions(purposeOf(of), known, now);
    },

    list: async (accountId: string): Promise<Passkey[]> =>
      (await readPasskeys(db, accountId)).map(({ id, madeAt, usedAt }) => ({
        id: nameOf(id),
        madeAt: madeAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),

    /** Removes a passkey, unless it is the last factor of the account, whose row is locked. @returns false if it is not removed */
    remove: async (tx: Tx, accountId: string, name: string): Promise<boolean> => {
      const found = (await readPasskeys(tx, accountId)).find(({ id }) => nameOf(id) === name);
      return found !== undefined && removePasskey(tx, accountId, found.id);
    },

    /** Whether the answer is right and new; uses it up. The account's row is locked. */
    accept: async (tx: Tx, of: AskedBy, answer: Answer, now: Date) => {
      const { accountId } = of;
      const use = await unlessRefused(
        webauthn.check(answer, purposeOf(of), (id) => findPublicKey(tx, accountId, id), now),
      );
      return (
        use !== undefined && (await spendChallenge(tx, use.challenge)) && usePasskey(tx, { accountId, ...use }, now)
      );
    },

    /** Confirms a setup with a new passkey. @returns false if the answer is not right, or the setup is over */
    confirm: async (tx: Tx, key: RequestKey & { setupId: string }, answer: Answer, now: Date): Promise<boolean> => {
      const made = await unlessRefused(webauthn.checkNew(answer, purposeOf(key), now));
      return made !== undefined && confirmPasskey(tx, { ...key, ...made.passkey }, now);
    },
  };
};
