import type { invite, readTeam } from '@laurel/contracts/console/calls/team';
import type { CallAnswer } from '../../lib/call.ts';

export type Team = CallAnswer<typeof readTeam>;
export type Member = Team['members'][number];

/** A link that the server shows once, and for whom. */
export type Link = CallAnswer<typeof invite>['data'] & { name: string };
