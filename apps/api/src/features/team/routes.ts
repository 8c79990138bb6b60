import * as calls from '@laurel/contracts/console/calls/team';
import type { FastifyInstance } from 'fastify';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import type { MailInvitation } from './invitation-mail.service.ts';
import type { TeamLists } from './lists.service.ts';
import type { Link, Team } from './service.ts';

type Deps = { team: Team; teamLists: TeamLists; mailInvitation: MailInvitation; now(): Date };

const linked = ({ link, expiresAt }: Link) => ({
  success: true as const,
  data: { link, expiresAt: expiresAt.toISOString() },
});

/** The calls to read and to change the team: people, roles, invitations and everybody's sessions. */
export const registerTeamConsoleRoutes = (
  app: FastifyInstance,
  { team, teamLists, mailInvitation, now }: Deps,
): void => {
  serveConsoleCall(app, calls.readTeam, (_input, person) => teamLists.team(person, now()));
  serveConsoleCall(app, calls.invite, async ({ body }, person) => {
    const { name, role, email: to, language } = body;
    const link = await team.invite({ name, role }, organiserOf(person, body), now());
    if (to !== '') await mailInvitation(link, { to, language, name, by: person.name }, now());
    return linked(link);
  });
  serveConsoleCall(app, calls.revokeInvitation, async ({ params, body }, person) => {
    await team.revokeInvitation(params.id, organiserOf(person, body), now());
    return DONE;
  });
  serveConsoleCall(app, calls.changeRole, async ({ params, body }, person) => {
    await team.changeMember(params.id, body.role, organiserOf(person, body), now());
    return DONE;
  });
  serveConsoleCall(app, calls.removeMember, async ({ params, body }, person) => {
    await team.changeMember(params.id, null, organiserOf(person, body), now());
    return DONE;
  });
  serveConsoleCall(app, calls.replacePasskeys, async ({ params, body }, person) =>
    linked(await team.replacePasskeys(params.id, organiserOf(person, body), now())),
  );
  serveConsoleCall(app, calls.endSession, async ({ params, body }, person) => {
    await team.endSession(params.id, null, organiserOf(person, body), now());
    return DONE;
  });
};
