import type { MovePreview, movePhases, PHASE_TIMES, readPhases } from '@laurel/contracts/console/calls/phases';
import type { CallAnswer, CallInput } from '../../lib/call.ts';

export type Phases = CallAnswer<typeof readPhases>;
export type PhaseTimeName = (typeof PHASE_TIMES)[number];
export type Proposal = Phases['proposals'][number];
export type Preview = MovePreview;
/** The times to move: to a time, to now, or to none. */
export type Move = CallInput<typeof movePhases>['body']['move'];
export type Outcome = CallAnswer<typeof movePhases>['data'];
