import type { FoundVoter, revealVoter, VoterDetails } from '@laurel/contracts/console/calls/voters';
import type { CallAnswer } from '../../lib/call.ts';

export type Found = FoundVoter;
export type Voter = VoterDetails;
/** What was revealed. */
export type PersonalData = CallAnswer<typeof revealVoter>['data'];

/** What an organiser is about to do to a voter. */
export type VoterChange = 'unlock' | 'sendAgain' | 'resetTwoFactor' | 'signOut' | 'suspend' | 'restore' | 'erase';
