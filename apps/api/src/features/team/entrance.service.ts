import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { Webauthn } from '../../crypto/webauthn.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import { readPasskeys } from './lists.store.ts';
import { newToken, SESSION_MS } from './policy.ts';
import { requireDone } from './refusal.policy.ts';
import {
  acceptInvitation,
  addPasskey,
  confirmSession,
  findInvitation,
  findPublicKey,
  type NewSession,
  removePasskey,
  startSession,
} from './store.ts';

/** The client of a session: the network to which the session is bound, and the browser's name. */
export type SessionClient = { network: string; browser: string };

const newSession = (client: SessionClient, now: Date): { token: string; session: NewSession } => {
  const token = newToken();
  const endsAt = new Date(now.getTime() + SESSION_MS);
  return { token, session: { ...client, tokenHash: hashHandle(token), endsAt } };
};

/** The passkeys of a person have the same owner, so that an authenticator keeps only one of them. */
const ownerOf = (name: string) => ({ id: `laurel console ${name.toLowerCase()}`, name });

/** Opens and accepts invitations, signs people in, and changes their own passkeys. The database decides every race. */
export const createEntrance = ({ db, webauthn }: { db: Queryable; webauthn: Webauthn }) => {
  const invitationOf = async (token: string, now: Date) => {
    const invitation = await findInvitation(db, hashHandle(token), now);
    if (!invitation) throw new AppError('console.invitation_invalid');
    return invitation;
  };

  const checked = (answer: unknown, now: Date) => webauthn.check(answer, 'sign-in', (id) => findPublicKey(db, id), now);

  return {
    /** The person of an invitation, and the request to make a passkey. @throws AppError console.invitation_invalid */
    openInvitation: async (token: string, now: Date) => {
      const { id, name, role, invitedBy } = await invitationOf(token, now);
      return {
        name,
        role,
        invitedBy,
        options: await webauthn.creationOptions(ownerOf(name), `invitation ${id}`, [], now),
      };
    },

    /**
     * Accepts an invitation with a passkey, and starts a session. A new person joins the team. For a person of the
     * team, the passkey replaces the earlier ones.
     * @returns the session's token, of which only the hash is stored
     */
    accept: async (
      given: { token: string; passkey: unknown; label: string },
      client: SessionClient,
      now: Date,
    ): Promise<string> => {
      const { id } = await invitationOf(given.token, now);
      const { challenge, passkey } = await webauthn.checkNew(given.passkey, `invitation ${id}`, now);
      const { token, session } = newSession(client, now);
      const labelled = { ...passkey, label: given.label };
      requireDone(await acceptInvitation(db, challenge, hashHandle(given.token), labelled, session, now));
      return token;
    },

    requestOptions: (now: Date) => webauthn.requestOptions('sign-in', [], now),

    /** Starts a session. @returns the session's token, of which only the hash is stored */
    signIn: async (answer: unknown, client: SessionClient, now: Date): Promise<string> => {
      const use = await checked(answer, now);
      const { token, session } = newSession(client, now);
      requireDone(await startSession(db, use, session, now));
      return token;
    },

    /** Records that the session's person has just used a passkey. */
    confirm: async (answer: unknown, { sessionId }: TeamMember, now: Date): Promise<void> => {
      requireDone(await confirmSession(db, await checked(answer, now), sessionId, now));
    },

    passkeyOptions: async ({ id, name }: TeamMember, now: Date) => {
      const known = (await readPasskeys(db, id)).map(({ credentialId }) => credentialId);
      return webauthn.creationOptions(ownerOf(name), `passkey of ${id}`, known, now);
    },

    addPasskey: async (
      { id, sessionId, actor }: TeamMember,
      given: { passkey: unknown; label: string },
      now: Date,
    ): Promise<void> => {
      const { challenge, passkey } = await webauthn.checkNew(given.passkey, `passkey of ${id}`, now);
      const labelled = { ...passkey, label: given.label };
      requireDone(await addPasskey(db, challenge, { sessionId, memberId: id, actor }, labelled, now));
    },

    removePasskey: async ({ id, actor }: TeamMember, passkeyId: string, now: Date): Promise<void> => {
      requireDone(await removePasskey(db, passkeyId, { memberId: id, actor }, now));
    },
  };
};

export type Entrance = ReturnType<typeof createEntrance>;
