import * as calls from '@laurel/contracts/console/calls/team';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import type { TeamLists } from './lists.service.ts';
import type { Link, Team } from './service.ts';

type Deps = { team: Team; teamLists: TeamLists; now(): Date };

const by = ({ actor }: TeamMember, { reason }: { reason: string }) => ({ actor, reason });
const done = { success: true as const };
const linked = ({ link, expiresAt }: Link) => ({
  success: true as const,
  data: { link, expiresAt: expiresAt.toISOString() },
});

/** People, roles, invitations and everybody's sessions. */
export const registerTeamConsoleRoutes = (app: FastifyInstance, { team, teamLists, now }: Deps): void => {
  serveConsoleCall(app, calls.readTeam, (_input, person) => teamLists.team(person, now()));
  serveConsoleCall(app, calls.invite, async ({ body }, person) =>
    linked(await team.invite(body, by(person, body), now())),
  );
  serveConsoleCall(app, calls.revokeInvitation, async ({ params, body }, person) => {
    await team.revokeInvitation(params.id, by(person, body), now());
    return done;
  });
  serveConsoleCall(app, calls.changeRole, async ({ params, body }, person) => {
    await team.changeMember(params.id, body.role, by(person, body), now());
    return done;
  });
  serveConsoleCall(app, calls.removeMember, async ({ params, body }, person) => {
    await team.changeMember(params.id, null, by(person, body), now());
    return done;
  });
  serveConsoleCall(app, calls.replacePasskeys, async ({ params, body }, person) =>
    linked(await team.replacePasskeys(params.id, by(person, body), now())),
  );
  serveConsoleCall(app, calls.endSession, async ({ params, body }, person) => {
    await team.endSession(params.id, null, by(person, body), now());
    return done;
  });
};
