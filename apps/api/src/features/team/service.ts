import type { Role } from '@laurel/contracts/console/permissions';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { hashHandle } from '../../crypto/random.ts';
import { INVITATION_MS, newToken } from './policy.ts';
import { requireDone } from './refusal.policy.ts';
import { changeMember, endSession, insertInvitation, revokeInvitation } from './store.ts';

type Deps = {
  db: Queryable;
  /** The address of the console, without a trailing slash. */
  consoleUrl: string;
};

/** A link that works once, and the hash under which the database knows it. */
export type Link = { link: string; expiresAt: Date; tokenHash: Buffer };

/** The organisers' team: invitations, roles, sessions. The database decides every race and writes the audit log. */
export const createTeam = ({ db, consoleUrl }: Deps) => {
  const link = async (
    person: { name: string; role: Role; memberId: string | null },
    organiser: Organiser,
    now: Date,
  ): Promise<Link | undefined> => {
    const token = newToken();
    const expiresAt = new Date(now.getTime() + INVITATION_MS);
    const tokenHash = hashHandle(token);
    const stored = await insertInvitation(db, { ...person, tokenHash, expiresAt }, organiser, now);
    // The fragment of an address is never sent to a server, so no log has the token.
    return stored === undefined ? undefined : { link: `${consoleUrl}/invitation#${token}`, expiresAt, tokenHash };
  };

  return {
    /**
     * Invites a new person: a link that works once, for 24 hours, and replaces an open one for the same name.
     * @throws AppError console.name_taken
     */
    invite: async (person: { name: string; role: Role }, organiser: Organiser, now: Date): Promise<Link> => {
      const made = await link({ ...person, memberId: null }, organiser, now);
      if (!made) throw new AppError('console.name_taken');
      return made;
    },

    /** A link with which a person of the team replaces their passkeys. @throws AppError console.not_found */
    replacePasskeys: async (memberId: string, organiser: Organiser, now: Date): Promise<Link> => {
      // The database replaces this name and role by the person's own.
      const made = await link({ name: '', role: 'auditor', memberId }, organiser, now);
      if (!made) throw new AppError('console.not_found');
      return made;
    },

    /** Ends a session of a person; with `memberId` null, of anybody. @throws AppError console.not_found */
    endSession: async (id: string, memberId: string | null, organiser: Organiser, now: Date): Promise<void> => {
      if (!(await endSession(db, id, memberId, organiser, now))) throw new AppError('console.not_found');
    },

    /** Changes a role; null removes the person. @throws AppError console.not_found, console.last_owner */
    changeMember: async (memberId: string, role: Role | null, organiser: Organiser, now: Date): Promise<void> => {
      requireDone(await changeMember(db, memberId, role, organiser, now));
    },

    /** Revokes an open invitation. @throws AppError console.not_found */
    revokeInvitation: async (id: string, organiser: Organiser, now: Date): Promise<void> => {
      if (!(await revokeInvitation(db, id, organiser, now))) throw new AppError('console.not_found');
    },
  };
};

export type Team = ReturnType<typeof createTeam>;
