import * as calls from '@laurel/contracts/console/calls/voters';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import type { VoterDesk } from './desk.service.ts';
import type { SendAgain } from './send-again.service.ts';
import type { Support } from './service.ts';

type Deps = { support: Support; voterDesk: VoterDesk; sendAgain: SendAgain; now(): Date };

/** The calls to find voters, to read their details and to help them. */
export const registerVotersConsoleRoutes = (
  app: FastifyInstance,
  { support, voterDesk, sendAgain, now }: Deps,
): void => {
  type Request = { params: { id: string }; body: { reason: string } };
  const changeOf = ({ params, body }: Request, { actor }: TeamMember) => ({
    id: params.id,
    organiser: { actor, reason: body.reason },
    now: now(),
  });
  /** Makes a change. @throws AppError console.changed if another person made it before, console.not_found */
  const make = async <Made extends ReturnType<typeof changeOf>>(
    work: (change: Made) => Promise<unknown>,
    change: Made,
  ) => {
    if (await work(change)) return DONE;
    throw new AppError((await support.summary(change.id, change.now)) ? 'console.changed' : 'console.not_found');
  };

  serveConsoleCall(app, calls.findVoters, ({ query }) => voterDesk.find(query.find, now()));
  serveConsoleCall(app, calls.readVoter, ({ params }, { actor }) => voterDesk.read({ ...params, actor, now: now() }));
  serveConsoleCall(app, calls.revealVoter, async (input, person) => {
    const data = await support.reveal(changeOf(input, person));
    if (!data) throw new AppError('console.not_found');
    return { success: true as const, data };
  });
  serveConsoleCall(app, calls.unlockVoter, (input, person) => make(support.unlock, changeOf(input, person)));
  serveConsoleCall(app, calls.resetTwoFactor, (input, person) => make(support.resetTwoFactor, changeOf(input, person)));
  serveConsoleCall(app, calls.changeVoterEmail, (input, person) =>
    make(support.changeEmail, { ...changeOf(input, person), email: input.body.email }),
  );
  serveConsoleCall(app, calls.signOutVoter, (input, person) => make(support.signOut, changeOf(input, person)));
  serveConsoleCall(app, calls.suspendVoter, (input, person) => make(support.suspend, changeOf(input, person)));
  serveConsoleCall(app, calls.restoreVoter, (input, person) => make(support.restore, changeOf(input, person)));
  serveConsoleCall(app, calls.sendCodeAgain, async (input, person) => {
    await sendAgain(changeOf(input, person));
    return DONE;
  });
  serveConsoleCall(app, calls.eraseVoter, async (input, person) => {
    const change = changeOf(input, person);
    const outcome = await support.erase(change);
    if (outcome !== false) return { success: true as const, data: { outcome } };
    throw new AppError((await support.summary(change.id, change.now)) ? 'console.changed' : 'console.not_found');
  });
};
