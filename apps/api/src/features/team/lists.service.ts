import { ACTIONS, mayDo } from '@laurel/contracts/console/permissions';
import type { Queryable } from '@laurel/database/queryable';
import type { TeamMember } from '../../http/console-gate.ts';
import {
  type ListedPasskey,
  type ListedSession,
  readInvitations,
  readMembers,
  readPasskeys,
  readSessions,
} from './lists.store.ts';

const shownPasskey = ({ credentialId: _secret, addedAt, lastUsedAt, ...passkey }: ListedPasskey) => ({
  ...passkey,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const shownSession = ({ startedAt, lastSeenAt, ...session }: ListedSession, current: string) => ({
  ...session,
  startedAt: startedAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  current: session.id === current,
});

const everybody = async (db: Queryable, now: Date) => {
  const [members, passkeys, sessions, invitations] = await Promise.all([
    readMembers(db),
    readPasskeys(db, null),
    readSessions(db, null, now),
    readInvitations(db, now),
  ]);
  return {
    members: members.map(({ joinedAt, ...member }) => ({ ...member, joinedAt: joinedAt.toISOString() })),
    passkeys: passkeys.map(shownPasskey),
    sessions,
    invitations: invitations.map(({ expiresAt, ...each }) => ({ ...each, expiresAt: expiresAt.toISOString() })),
  };
};

/** The lists of the team, for the console and for `laurel team invite`. */
export const createTeamLists = ({ db }: { db: Queryable }) => ({
  /** The person of a session, with the actions that the role allows. */
  person: async ({ id, name, role, startedAt, endsAt }: TeamMember) => ({
    id,
    name,
    role,
    actions: ACTIONS.filter((action) => mayDo(role, action)),
    passkeys: (await readPasskeys(db, id)).length,
    signedInAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }),

  /** A person's own passkeys and sessions. */
  mine: async ({ id, sessionId }: TeamMember, now: Date) => {
    const [passkeys, sessions] = await Promise.all([readPasskeys(db, id), readSessions(db, id, now)]);
    return { passkeys: passkeys.map(shownPasskey), sessions: sessions.map((each) => shownSession(each, sessionId)) };
  },

  /** The whole team, with the person's own session marked. */
  team: async ({ sessionId }: TeamMember, now: Date) => {
    const { sessions, ...rest } = await everybody(db, now);
    return { ...rest, sessions: sessions.map((each) => shownSession(each, sessionId)) };
  },

  /** People, passkeys and open invitations, for `laurel team invite`. */
  everybody: async (now: Date) => {
    const { sessions: _sessions, ...rest } = await everybody(db, now);
    return rest;
  },
});

export type TeamLists = ReturnType<typeof createTeamLists>;
