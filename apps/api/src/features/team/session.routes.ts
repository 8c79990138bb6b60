import { browserName } from '@laurel/contracts/console/browser-name';
import * as calls from '@laurel/contracts/console/calls/session';
import type { Language } from '@laurel/contracts/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { observedAddress } from '../../http/client.ts';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import { clearConsoleCookie, setConsoleCookie } from '../../http/console-cookie.ts';
import { originNetworkOf } from '../../http/network.ts';
import type { Entrance, SessionClient } from './entrance.service.ts';
import type { TeamLists } from './lists.service.ts';
import type { Team } from './service.ts';

type Waiting = Record<'reviews' | 'exclusions' | 'objections' | 'messages' | 'clusters' | 'phases' | 'edition', number>;

type Deps = {
  team: Team;
  entrance: Entrance;
  teamLists: TeamLists;
  now(): Date;
  consoleUrl: string;
  award(): { name: Record<Language, string>; year: number; publicUrl: string };
  /** How many items wait, such as pending reviews. `phases` and `edition` count the proposals that this person may decide. */
  waiting(actor: string, now: Date): Promise<Waiting>;
  /** Counts a request of a client without a session. @throws AppError limit.exceeded */
  requireEntrance(request: FastifyRequest, now: Date): Promise<void>;
};

const clientOfSession = (request: FastifyRequest): SessionClient => ({
  network: originNetworkOf(observedAddress(request)),
  browser: browserName(request.headers['user-agent'] ?? '', 'Other'),
});

const withData = <Data>(data: Data) => ({ success: true as const, data });

/** The calls to accept an invitation, to sign in and out, and for a person's own passkeys and sessions. */
export const registerSessionConsoleRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { team, entrance, teamLists, now, consoleUrl, award, waiting, requireEntrance } = deps;

  serveConsoleCall(app, calls.invitationOptions, async ({ body }, _person, request) => {
    await requireEntrance(request, now());
    const { options, ...invitation } = await entrance.openInvitation(body.token, now());
    return withData({ ...invitation, award: award().name, options });
  });
  serveConsoleCall(app, calls.acceptInvitation, async ({ body }, _person, request, reply) => {
    await requireEntrance(request, now());
    setConsoleCookie(reply, await entrance.accept(body, clientOfSession(request), now()), consoleUrl);
    return DONE;
  });
  serveConsoleCall(app, calls.signInOptions, async (_input, _person, request) => {
    await requireEntrance(request, now());
    return withData({ options: await entrance.requestOptions(now()) });
  });
  serveConsoleCall(app, calls.signIn, async ({ body }, _person, request, reply) => {
    await requireEntrance(request, now());
    setConsoleCookie(reply, await entrance.signIn(body.passkey, clientOfSession(request), now()), consoleUrl);
    return DONE;
  });
  serveConsoleCall(app, calls.confirm, async ({ body }, person) => {
    await entrance.confirm(body.passkey, person, now());
    return DONE;
  });
  serveConsoleCall(app, calls.signOut, async (_input, person, _request, reply) => {
    await team.endSession(person.sessionId, person.id, { actor: person.actor, reason: null }, now());
    clearConsoleCookie(reply, consoleUrl);
    return DONE;
  });

  serveConsoleCall(app, calls.readMe, async (_input, person) => {
    const [shown, counts] = await Promise.all([teamLists.person(person), waiting(person.actor, now())]);
    return { person: shown, award: award(), waiting: counts };
  });
  serveConsoleCall(app, calls.readMine, (_input, person) => teamLists.mine(person, now()));
  serveConsoleCall(app, calls.passkeyOptions, async (_input, person) =>
    withData({ options: await entrance.passkeyOptions(person, now()) }),
  );
  serveConsoleCall(app, calls.addPasskey, async ({ body }, person) => {
    await entrance.addPasskey(person, body, now());
    return DONE;
  });
  serveConsoleCall(app, calls.removePasskey, async ({ params }, person) => {
    await entrance.removePasskey(person, params.id, now());
    return DONE;
  });
  serveConsoleCall(app, calls.endMySession, async ({ params }, person) => {
    await team.endSession(params.id, person.id, { actor: person.actor, reason: null }, now());
    return DONE;
  });
};
