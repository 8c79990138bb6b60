import type { FoundVoter, revealVoter, VoterDetails } from '@laurel/contracts/console/calls/voters';
import type { CallAnswer } from '../../lib/call.ts';

export type Found = FoundVoter;
export type Voter = VoterDetails;
/** The full personal data of a voter. */
export type PersonalData = CallAnswer<typeof revealVoter>['data'];

/** The changes that a member of the team can make to a voter's account. */
export type VoterChange =
  | 'unlock'
  | 'sendAgain'
  | 'resetTwoFactor'
  | 'changeEmail'
  | 'signOut'
  | 'suspend'
  | 'restore'
  | 'erase';
