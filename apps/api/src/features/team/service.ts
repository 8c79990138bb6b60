import { randomBytes } from 'node:crypto';
import type { AnyErrorCode } from '@laurel/contracts/console/errors';
import type { Role } from '@laurel/contracts/console/permissions';
import type { Organiser } from '@laurel/database/audit';
import { AppError } from '../../app-error.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import { readPasskeys } from './lists.store.ts';
import { INVITATION_MS, SESSION_MS } from './policy.ts';
import {
  type AcceptOutcome,
  acceptInvitation,
  addPasskey,
  changeMember,
  confirmSession,
  endSession,
  findInvitation,
  findPasskey,
  insertInvitation,
  type Queryable,
  removePasskey,
  revokeInvitation,
  startSession,
  type UseOutcome,
} from './store.ts';
import type { Webauthn } from './webauthn.service.ts';

type Deps = {
  db: Queryable;
  webauthn: Webauthn;
  /** The address of the console, without a trailing slash. */
  consoleUrl: string;
};

/** The client of a session: the network that it is bound to, and the browser's name. */
export type SessionClient = { network: string; browser: string };

const TOKEN_BYTES = 32;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const REFUSALS: Record<Exclude<AcceptOutcome | UseOutcome, 'ok'>, AnyErrorCode> = {
  challenge: 'console.challenge_expired',
  invitation: 'console.invitation_invalid',
  name: 'console.name_taken',
  known: 'console.passkey_known',
  passkey: 'console.passkey_refused',
};
const CHANGE_REFUSALS: Record<'missing' | 'last' | 'last_owner', AnyErrorCode> = {
  missing: 'console.not_found',
  last: 'console.last_passkey',
  last_owner: 'console.last_owner',
};

/** @throws AppError the code of a refusal */
const demand = <Outcome extends string>(
  outcome: Outcome | undefined,
  refusals: Record<Exclude<Outcome, 'ok'>, AnyErrorCode>,
): void => {
  if (outcome === 'ok') return;
  const codes: Readonly<Record<string, AnyErrorCode>> = refusals;
  throw new AppError(codes[outcome ?? ''] ?? 'server.error');
};

export type Link = { link: string; expiresAt: Date };

/** The organisers' team: invitations, passkeys, sessions, roles. The database decides every race and writes the audit log. */
export const createTeam = ({ db, webauthn, consoleUrl }: Deps) => {
  const invitationOf = async (token: string, now: Date) => {
    const invitation = await findInvitation(db, hashHandle(token), now);
    if (!invitation) throw new AppError('console.invitation_invalid');
    return invitation;
  };

  const link = async (
    person: { name: string; role: Role; memberId: string | null },
    organiser: Organiser,
    now: Date,
  ): Promise<Link | undefined> => {
    const token = newToken();
    const expiresAt = new Date(now.getTime() + INVITATION_MS);
    const stored = await insertInvitation(db, { ...person, tokenHash: hashHandle(token), expiresAt }, organiser, now);
    // The fragment of an address is never sent to a server, so no log has the token.
    return stored === undefined ? undefined : { link: `${consoleUrl}/invitation#${token}`, expiresAt };
  };

  const checked = (answer: unknown, now: Date) => webauthn.check(answer, (id) => findPasskey(db, id), now);

  return {
    /** A link for a new person, once, for 24 hours; it replaces an open one for the name. @throws AppError console.name_taken */
    invite: async (person: { name: string; role: Role }, organiser: Organiser, now: Date): Promise<Link> => {
      const made = await link({ ...person, memberId: null }, organiser, now);
      if (!made) throw new AppError('console.name_taken');
      return made;
    },

    /** A link with which a person of the team replaces their passkeys. @throws AppError console.not_found */
    replacePasskeys: async (memberId: string, organiser: Organiser, now: Date): Promise<Link> => {
      const made = await link({ name: '', role: 'auditor', memberId }, organiser, now);
      if (!made) throw new AppError('console.not_found');
      return made;
    },

    /** Whom an invitation is for, and the request to make a passkey. @throws AppError console.invitation_invalid */
    openInvitation: async (token: string, now: Date) => {
      const { id, name, role, invitedBy } = await invitationOf(token, now);
      return { name, role, invitedBy, options: await webauthn.creationOptions(name, `invitation ${id}`, [], now) };
    },

    /** Makes the person and their passkey. Returns nothing: signing in is the next step. */
    accept: async (given: { token: string; passkey: unknown; label: string }, now: Date): Promise<void> => {
      const { id } = await invitationOf(given.token, now);
      const { challenge, passkey } = await webauthn.checkNew(given.passkey, `invitation ${id}`, given.label, now);
      demand(await acceptInvitation(db, challenge, hashHandle(given.token), passkey, now), REFUSALS);
    },

    requestOptions: (now: Date) => webauthn.requestOptions(now),

    /** Starts a session. @returns its token, of which only the hash is stored */
    signIn: async (answer: unknown, client: SessionClient, now: Date): Promise<{ token: string; endsAt: Date }> => {
      const use = await checked(answer, now);
      const token = newToken();
      const endsAt = new Date(now.getTime() + SESSION_MS);
      demand(await startSession(db, use, { ...client, tokenHash: hashHandle(token), endsAt }, now), REFUSALS);
      return { token, endsAt };
    },

    /** Records a fresh passkey of the session's person. */
    confirm: async (answer: unknown, { sessionId }: TeamMember, now: Date): Promise<void> => {
      demand(await confirmSession(db, await checked(answer, now), sessionId, now), REFUSALS);
    },

    passkeyOptions: async ({ id, name }: TeamMember, now: Date) => {
      const known = (await readPasskeys(db, id)).map(({ credentialId }) => credentialId);
      return webauthn.creationOptions(name, `passkey of ${id}`, known, now);
    },

    addPasskey: async (
      { id, actor }: TeamMember,
      given: { passkey: unknown; label: string },
      now: Date,
    ): Promise<void> => {
      const { challenge, passkey } = await webauthn.checkNew(given.passkey, `passkey of ${id}`, given.label, now);
      demand(await addPasskey(db, challenge, { memberId: id, actor }, passkey, now), REFUSALS);
    },

    removePasskey: async ({ id, actor }: TeamMember, passkeyId: string, now: Date): Promise<void> => {
      demand(await removePasskey(db, passkeyId, { memberId: id, actor }, now), CHANGE_REFUSALS);
    },

    /** Ends a session: one of a person, or with `memberId` null anybody's. @throws AppError console.not_found */
    endSession: async (id: string, memberId: string | null, organiser: Organiser, now: Date): Promise<void> => {
      if (!(await endSession(db, id, memberId, organiser, now))) throw new AppError('console.not_found');
    },

    /** Changes a role; null removes the person. @throws AppError console.not_found, console.last_owner */
    changeMember: async (memberId: string, role: Role | null, organiser: Organiser, now: Date): Promise<void> => {
      demand(await changeMember(db, memberId, role, organiser, now), CHANGE_REFUSALS);
    },

    revokeInvitation: async (id: string, organiser: Organiser, now: Date): Promise<void> => {
      if (!(await revokeInvitation(db, id, organiser, now))) throw new AppError('console.not_found');
    },
  };
};

export type Team = ReturnType<typeof createTeam>;
