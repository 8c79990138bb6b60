import type { Db, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { createWebauthn } from '../../crypto/webauthn.ts';
import type { Sign } from '../../crypto/webauthn-challenge.ts';
import type { RequestKey } from '../codes/port.ts';
import { confirmPasskey, findPublicKey, readPasskeys, spendChallenge, usePasskey } from './passkeys.store.ts';

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

/** The passkeys of voters. The database decides whether a challenge and a counter are new. */
export const createPasskeys = ({ db, ...page }: Deps) => {
  const webauthn = createWebauthn({ ...page, refusal: (_why, cause) => new AppError('otp.invalid', { cause }) });

  return {
    /** The request to make a passkey with the request key of a setup. */
    creationOptions: async (key: RequestKey, email: string, now: Date) => {
      const owner = { id: `laurel voter ${key.accountId}`, name: email };
      return webauthn.creationOptions(owner, purposeOf(key), await readPasskeys(db, key.accountId), now);
    },

    /** The request for one of the account's passkeys. @throws AppError otp.invalid if it has none */
    requestOptions: async (of: AskedBy, now: Date) => {
      const known = await readPasskeys(db, of.accountId);
      if (known.length === 0) throw new AppError('otp.invalid');
      return webauthn.requestOptions(purposeOf(of), known, now);
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
