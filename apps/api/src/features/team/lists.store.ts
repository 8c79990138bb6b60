import type { Role } from '@laurel/contracts/console/permissions';
import type { Queryable } from '@laurel/database/queryable';

export type Member = { id: string; name: string; role: Role; joinedAt: Date; invitedBy: string };

export const readMembers = async (db: Queryable): Promise<Member[]> =>
  (
    await db.query<Member>(
      `SELECT id, name, role, joined_at AS "joinedAt", invited_by AS "invitedBy"
         FROM team_members WHERE removed_at IS NULL ORDER BY joined_at, id`,
    )
  ).rows;

export type ListedPasskey = {
  id: string;
  memberId: string;
  label: string;
  addedAt: Date;
  lastUsedAt: Date | null;
  synced: boolean;
  credentialId: Buffer;
};

/** The passkeys of a person, or of everybody. */
export const readPasskeys = async (db: Queryable, memberId: string | null): Promise<ListedPasskey[]> =>
  (
    await db.query<ListedPasskey>(
      `SELECT id, member_id AS "memberId", label, added_at AS "addedAt", last_used_at AS "lastUsedAt", synced,
              credential_id AS "credentialId"
         FROM team_passkeys WHERE removed_at IS NULL AND ($1::uuid IS NULL OR member_id = $1) ORDER BY added_at, id`,
      [memberId],
    )
  ).rows;

export type ListedSession = {
  id: string;
  memberId: string;
  startedAt: Date;
  lastSeenAt: Date;
  network: string;
  browser: string;
};

/** The open sessions of a person, or of everybody. */
export const readSessions = async (db: Queryable, memberId: string | null, now: Date): Promise<ListedSession[]> =>
  (
    await db.query<ListedSession>(
      `SELECT id, member_id AS "memberId", started_at AS "startedAt", last_seen_at AS "lastSeenAt", network, browser
         FROM team_sessions
        WHERE ended_at IS NULL AND ends_at > $2 AND last_seen_at > $2::timestamptz - interval '60 minutes'
          AND ($1::uuid IS NULL OR member_id = $1)
        ORDER BY started_at DESC, id`,
      [memberId, now],
    )
  ).rows;

export type OpenInvitation = {
  id: string;
  name: string;
  role: Role;
  invitedBy: string;
  expiresAt: Date;
  replaces: boolean;
};

export const readInvitations = async (db: Queryable, now: Date): Promise<OpenInvitation[]> =>
  (
    await db.query<OpenInvitation>(
      `SELECT id, name, role, invited_by AS "invitedBy", expires_at AS "expiresAt", member_id IS NOT NULL AS replaces
         FROM team_invitations WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > $1 ORDER BY created_at, id`,
      [now],
    )
  ).rows;

/** Whether anybody on the team has a passkey, so that somebody can sign in. */
export const hasMembers = async (db: Queryable): Promise<boolean> =>
  (
    await db.query<{ some: boolean }>(
      `SELECT EXISTS (SELECT FROM team_passkeys k JOIN team_members m ON m.id = k.member_id AND m.removed_at IS NULL
                       WHERE k.removed_at IS NULL) AS some`,
    )
  ).rows[0]?.some ?? false;
