import type { invite, readTeam } from '@laurel/contracts/console/calls/team';
import type { CallAnswer } from '../../lib/call.ts';

export type Team = CallAnswer<typeof readTeam>;
export type Member = Team['members'][number];

/** A link that the server returns only once, with the name of the person whom it invites, and the address it is mailed to. */
export type Link = CallAnswer<typeof invite>['data'] & { name: string; mailedTo?: string };
