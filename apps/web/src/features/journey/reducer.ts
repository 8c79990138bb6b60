import type { Vote } from '@laurel/contracts/records';
import type { FailureCode } from '../../lib/failure.ts';
import type { Later } from '../../modals/store.ts';
import type { ModalRequest, ModalType } from '../../modals/types.ts';
import type { AccountStep } from '../account/flow.ts';
import { type Missing, missingText, stepForMissing } from './missing.ts';
import type { Texts } from './texts.ts';

/** How far a visitor is on the journey to a vote. */
export type Journey = {
  /** The vote to cast once the visitor has logged in and is verified. */
  readonly pendingVote: Vote | undefined;
  /** Whether the session ended in the middle of a step: the next login continues the journey. */
  readonly continueAfterLogin: boolean;
  /** Whether the pending vote was chosen in the ballot, which then confirms it. */
  readonly inBallot: boolean;
};

export const START: Journey = { pendingVote: undefined, continueAfterLogin: false, inBallot: false };

/** An event on the page. Texts are in the visitor's language. */
export type JourneyEvent =
  /** The visitor chose a nominee (VO-01). */
  | {
      readonly type: 'voteChosen';
      readonly vote: Vote;
      readonly loggedIn: boolean;
      /** Whether the visitor confirmed it already, in the ballot: if no step is missing, nothing opens. */
      readonly inBallot?: boolean;
      /** The missing verifications; undefined if none is missing, or if they are not known. */
      readonly missing?: Missing | undefined;
      /** The step at which this browser left the journey before the login. */
      readonly left?: ModalRequest | undefined;
    }
  /** The pending vote was recorded, or the visitor gave it up. */
  | { readonly type: 'voteEnded' }
  /** A login or an email code was answered with a further step. `email` is set after a login. */
  | {
      readonly type: 'accountStep';
      readonly step: Exclude<AccountStep, { to: 'stay' | 'session' }>;
      readonly email?: string | undefined;
    }
  | { readonly type: 'loggedIn'; readonly name: string }
  /**
   * A step succeeded, and the verifications were requested. They are undefined if the request failed: the
   * response to the pending vote then shows whether one is missing.
   */
  | {
      readonly type: 'stepFinished';
      readonly notice: string;
      readonly loggedIn: boolean;
      readonly phoneVerified: boolean | undefined;
      readonly socialVerified: boolean | undefined;
    }
  | {
      readonly type: 'voteRefused';
      readonly codes: readonly FailureCode[];
      readonly text: string;
      /** How far the social verification is. */
      readonly social: Pick<Missing, 'telegramLink' | 'status' | 'awaited'>;
    }
  /** The session ended while a step for logged-in visitors was open. */
  | { readonly type: 'sessionEnded' }
  /** Another tab logged in while a step of the login was open. */
  | { readonly type: 'loggedInElsewhere' }
  /** The page was reloaded while a step was open or a vote was pending. */
  | {
      readonly type: 'restored';
      readonly step: ModalRequest | undefined;
      readonly vote: Vote | undefined;
      readonly inBallot?: boolean;
    };

/** A reaction of the page to an event. */
export type Effect =
  | { readonly type: 'open'; readonly request: ModalRequest; readonly later?: Later }
  | { readonly type: 'close' }
  | { readonly type: 'endSession' }
  | ServerEffect;

/** Effects that need the server's data: see useJourney. */
export type ServerEffect =
  /** Request the verifications, then dispatch `stepFinished`. */
  | { readonly type: 'readVerifications'; readonly notice: string }
  | { readonly type: 'refreshTotals' }
  | { readonly type: 'forgetVerification' };

/** The steps that every voter completes once: mailbox, authenticator, phone, social account. */
export const JOURNEY_STEPS = 4;

/** Steps of the login: they end when the visitor is logged in. */
export const LOGIN_STEPS: ReadonlySet<ModalType> = new Set([
  'login',
  'signup',
  'emailOtp',
  'twoFactorSetup',
  'twoFactorVerify',
  'forgotPassword',
  'newPassword',
]);

/** Steps that need a session: when it ends, they ask the same person to log in again. */
export const SESSION_STEPS: ReadonlySet<ModalType> = new Set(['phoneOtp', 'socialVerification', 'voteConfirm']);

type Result = { readonly state: Journey; readonly effects: readonly Effect[] };

const open = (request: ModalRequest, later?: Later): Effect => ({ type: 'open', request, ...(later && { later }) });

const confirmVote = (vote: Vote, inBallot: boolean, notice?: string): Effect => {
  const news = notice === undefined ? {} : { notice };
  if (!inBallot) return open({ type: 'voteConfirm', props: { vote, ...news } });
  const { vote: chosen, ...at } = vote;
  return open({ type: 'ballot', props: { at, chosen, ...news } });
};

/** The step after a login or an email code. */
const accountStep = ({ step, email }: JourneyEvent & { type: 'accountStep' }, t: Texts): Effect => {
  switch (step.to) {
    case 'emailOtp':
      return open({ type: 'emailOtp', props: { reason: t('account:unverified'), ...(email ? { email } : {}) } });
    case 'twoFactorSetup': {
      const notes = email === undefined ? { notice: t('account:emailConfirmed') } : { reason: t('twoFactor:needed') };
      return open({ type: 'twoFactorSetup', props: { requestKey: step.requestKey, qrCode: step.qrCode, ...notes } });
    }
    case 'twoFactorVerify':
      return open({ type: 'twoFactorVerify', props: { requestKey: step.requestKey, factors: step.factors } });
  }
};

/**
 * The next step: the login (with email and two-factor), the phone, the social account, or the confirmation of the vote.
 */
const nextStep = (event: JourneyEvent & { type: 'stepFinished' }, state: Journey, t: Texts): Effect => {
  const { notice, loggedIn, phoneVerified, socialVerified } = event;
  if (!loggedIn) return open({ type: 'login', props: { notice } });
  if (phoneVerified === false) return open({ type: 'phoneOtp', props: { notice } });
  if (socialVerified === false) return open({ type: 'socialVerification', props: { notice } });
  if (state.pendingVote) return confirmVote(state.pendingVote, state.inBallot, notice);
  // A verification may be missing, so the message does not say that everything is ready.
  if (phoneVerified === undefined) {
    const detail = t('errors:connection.lost');
    return open({ type: 'messageWithClose', props: { title: t('errors:titles.connection'), text: notice, detail } });
  }
  return open({ type: 'message', props: { title: t('readyTitle'), text: notice } }, {});
};

/** The effects of a refused vote (spec §4, "Voting"). If there are none, the confirmation shows the failure. */
const afterRefusal = (event: JourneyEvent & { type: 'voteRefused' }, t: Texts): readonly Effect[] => {
  const { codes, text } = event;
  if (codes.includes('auth.required') || codes.includes('auth.expired')) {
    return [{ type: 'endSession' }, open({ type: 'login', props: { reason: text } })];
  }
  if (codes.includes('vote.exists')) {
    return [{ type: 'refreshTotals' }, open({ type: 'messageWithClose', props: { title: t('existsTitle'), text } })];
  }
  const [phone, social] = [codes.includes('phone.unverified'), codes.includes('social.unverified')];
  if (!phone && !social) return [];
  const { request, later } = stepForMissing({ phone, social, ...event.social }, { reason: text }, t);
  const forget: readonly Effect[] = request.type === 'socialVerification' ? [{ type: 'forgetVerification' }] : [];
  return [...forget, open(request, later)];
};

/**
 * The next step of a visitor who chose a nominee: the step that was left or the login, a missing verification, or the
 * confirmation.
 */
const afterChoice = (event: JourneyEvent & { type: 'voteChosen' }, t: Texts): readonly Effect[] => {
  const { vote, loggedIn, inBallot, missing, left } = event;
  if (!loggedIn) return [open(left ?? { type: 'login', props: {} })];
  if (!missing) return inBallot ? [] : [confirmVote(vote, false)];
  const { request, later } = stepForMissing(missing, { note: missingText(missing, t) }, t);
  return [open(request, later)];
};

/** The visitor's journey to a vote, as a pure function: the new state, and what the page does. */
export const reduce = (state: Journey, event: JourneyEvent, t: Texts): Result => {
  const { pendingVote, continueAfterLogin, inBallot } = state;
  switch (event.type) {
    case 'voteChosen':
      return {
        state: { ...state, pendingVote: event.vote, inBallot: event.inBallot ?? false },
        effects: afterChoice(event, t),
      };
    case 'voteEnded':
      return { state: START, effects: [] };
    case 'accountStep':
      return { state, effects: [accountStep(event, t)] };
    case 'loggedIn': {
      const text = t('account:loggedInText', { name: event.name });
      const effect: Effect =
        pendingVote || continueAfterLogin
          ? { type: 'readVerifications', notice: text }
          : open({ type: 'message', props: { title: t('account:loggedInTitle'), text } }, {});
      return { state: { ...state, continueAfterLogin: false }, effects: [effect] };
    }
    case 'stepFinished':
      return { state, effects: [nextStep(event, state, t)] };
    case 'voteRefused':
      return { state: event.codes.includes('vote.exists') ? START : state, effects: afterRefusal(event, t) };
    case 'sessionEnded':
      return {
        state: { ...state, continueAfterLogin: true },
        effects: [open({ type: 'login', props: { reason: t('errors:auth.expired') } })],
      };
    case 'loggedInElsewhere':
      return { state, effects: [pendingVote ? confirmVote(pendingVote, inBallot) : { type: 'close' }] };
    case 'restored': {
      const { step, vote, inBallot: chosenThere = false } = event;
      return { state: { ...state, pendingVote: vote, inBallot: chosenThere }, effects: step ? [open(step)] : [] };
    }
  }
};
