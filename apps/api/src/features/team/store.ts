import type { Role } from '@laurel/contracts/console/permissions';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import type { MadePasskey, PasskeyUse } from '../../crypto/webauthn.ts';
import type { Challenge } from '../../crypto/webauthn-challenge.ts';

/** Calls a function of the database, and returns its result. */
const one = async <T>(db: Queryable, call: string, values: readonly unknown[]): Promise<T | undefined> =>
  (await db.query<{ result: T }>(`SELECT ${call} AS result`, [...values])).rows[0]?.result;

/** A passkey with its name in the list of its person. */
export type NewPasskey = MadePasskey & { label: string };

export type Invitation = { id: string; name: string; role: Role; invitedBy: string };

/** The open invitation of a link. */
export const findInvitation = async (db: Queryable, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> =>
  (
    await db.query<Invitation>('SELECT id, name, role, invited_by AS "invitedBy" FROM team_invitation($1, $2)', [
      tokenHash,
      now,
    ])
  ).rows[0];

/** Stores an invitation. @returns its id, or undefined if the name is taken or the member does not exist */
export const insertInvitation = async (
  db: Queryable,
  invitation: { tokenHash: Buffer; name: string; role: Role; memberId: string | null; expiresAt: Date },
  { actor, reason }: Organiser,
  now: Date,
): Promise<string | undefined> => {
  const { tokenHash, name, role, memberId, expiresAt } = invitation;
  const values = [tokenHash, name, role, memberId, expiresAt, actor, reason, now];
  return (await one<string | null>(db, 'team_invite($1, $2, $3, $4, $5, $6, $7, $8)', values)) ?? undefined;
};

/** Queues the mail with the link of an open invitation. @returns false if there is none */
export const mailInvitation = async (
  db: Queryable,
  { tokenHash, id, provider, payload }: { tokenHash: Buffer; id: string; provider: string; payload: unknown },
  now: Date,
): Promise<boolean> =>
  (await one<boolean>(db, 'mail_invitation($1, $2, $3, $4, $5)', [
    tokenHash,
    id,
    provider,
    JSON.stringify(payload),
    now,
  ])) ?? false;

export type AcceptOutcome = 'ok' | 'challenge' | 'invitation' | 'name' | 'known';

/** A session to be started; only the hash of its token is stored. */
export type NewSession = { tokenHash: Buffer; network: string; browser: string; endsAt: Date };

export const acceptInvitation = (
  db: Queryable,
  challenge: Challenge,
  tokenHash: Buffer,
  passkey: NewPasskey,
  session: NewSession,
  now: Date,
): Promise<AcceptOutcome | undefined> =>
  one(db, 'team_accept($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)', [
    challenge.hash,
    challenge.expiresAt,
    tokenHash,
    passkey.credentialId,
    passkey.publicKey,
    passkey.counter,
    passkey.transports,
    passkey.synced,
    passkey.label,
    session.tokenHash,
    session.network,
    session.browser,
    session.endsAt,
    now,
  ]);

/** The public key of a passkey that may sign in. */
export const findPublicKey = async (db: Queryable, credentialId: Uint8Array): Promise<Buffer | undefined> =>
  (
    await db.query<{ publicKey: Buffer }>(
      `SELECT k.public_key AS "publicKey"
         FROM team_passkeys k JOIN team_members m ON m.id = k.member_id AND m.removed_at IS NULL
        WHERE k.credential_id = $1 AND k.removed_at IS NULL`,
      [credentialId],
    )
  ).rows[0]?.publicKey;

export type UseOutcome = 'ok' | 'challenge' | 'passkey';

export const startSession = (
  db: Queryable,
  { challenge, credentialId, counter }: PasskeyUse,
  session: NewSession,
  now: Date,
): Promise<UseOutcome | undefined> =>
  one(db, 'team_sign_in($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    challenge.hash,
    challenge.expiresAt,
    credentialId,
    counter,
    session.tokenHash,
    session.network,
    session.browser,
    session.endsAt,
    now,
  ]);

export const confirmSession = (
  db: Queryable,
  { challenge, credentialId, counter }: PasskeyUse,
  sessionId: string,
  now: Date,
): Promise<UseOutcome | undefined> =>
  one(db, 'team_confirm($1, $2, $3, $4, $5, $6)', [
    challenge.hash,
    challenge.expiresAt,
    credentialId,
    counter,
    sessionId,
    now,
  ]);

export type FoundSession = {
  sessionId: string;
  memberId: string;
  name: string;
  role: Role;
  startedAt: Date;
  endsAt: Date;
  passkeyAt: Date;
};

/** The open session of a cookie that is used from its own network, with the person's current role. */
export const findTeamSession = async (
  db: Queryable,
  tokenHash: Buffer,
  network: string,
  now: Date,
): Promise<FoundSession | undefined> =>
  (
    await db.query<FoundSession>(
      `SELECT session_id AS "sessionId", member_id AS "memberId", name, role, started_at AS "startedAt", ends_at AS "endsAt",
              passkey_at AS "passkeyAt"
         FROM team_session($1, $2, $3)`,
      [tokenHash, network, now],
    )
  ).rows[0];

/** The outcome of a change of a person or of their passkeys. */
export type ChangeOutcome = 'ok' | 'challenge' | 'known' | 'session' | 'missing' | 'last' | 'last_owner';

export const addPasskey = (
  db: Queryable,
  challenge: Challenge,
  { sessionId, memberId, actor }: { sessionId: string; memberId: string; actor: string },
  passkey: NewPasskey,
  now: Date,
): Promise<ChangeOutcome | undefined> =>
  one(db, 'team_add_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
    sessionId,
    challenge.hash,
    challenge.expiresAt,
    memberId,
    passkey.credentialId,
    passkey.publicKey,
    passkey.counter,
    passkey.transports,
    passkey.synced,
    passkey.label,
    actor,
    now,
  ]);

export const removePasskey = (
  db: Queryable,
  id: string,
  { memberId, actor }: { memberId: string; actor: string },
  now: Date,
): Promise<ChangeOutcome | undefined> => one(db, 'team_remove_passkey($1, $2, $3, $4)', [id, memberId, actor, now]);

/** Changes a person's role; removes the person if it is null. */
export const changeMember = (
  db: Queryable,
  memberId: string,
  role: Role | null,
  { actor, reason }: Organiser,
  now: Date,
): Promise<ChangeOutcome | undefined> =>
  one(db, 'team_change_member($1, $2, $3, $4, $5)', [memberId, role, actor, reason, now]);

/**
 * Ends a session.
 * @param memberId the person to whom it must belong; null for anybody
 * @returns false if there is none
 */
export const endSession = async (
  db: Queryable,
  id: string,
  memberId: string | null,
  { actor, reason }: Organiser,
  now: Date,
): Promise<boolean> =>
  (await one<boolean>(db, 'team_end_session($1, $2, $3, $4, $5)', [id, memberId, actor, reason, now])) ?? false;

export const revokeInvitation = async (
  db: Queryable,
  id: string,
  { actor, reason }: Organiser,
  now: Date,
): Promise<boolean> =>
  (await one<boolean>(db, 'team_revoke_invitation($1, $2, $3, $4)', [id, actor, reason, now])) ?? false;
