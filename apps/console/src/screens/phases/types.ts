import type { MOMENTS, MovePreview, movePhases, readPhases } from '@laurel/contracts/console/calls/phases';
import type { CallAnswer, CallInput } from '../../lib/call.ts';

export type Phases = CallAnswer<typeof readPhases>;
export type MomentName = (typeof MOMENTS)[number];
export type Proposal = Phases['proposals'][number];
export type Preview = MovePreview;
/** The moments to move: to a time, to now, or to none. */
export type Move = CallInput<typeof movePhases>['body']['move'];
export type Outcome = CallAnswer<typeof movePhases>['data'];
