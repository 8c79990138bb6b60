import type { Vote } from '@laurel/contracts/records';
import type { TwoFactorRequest } from '@laurel/contracts/storage';
import type { SocialNetwork } from '@laurel/contracts/verification';
import type { ComponentType } from 'react';

/** News about the previous step, shown at the top. */
type WithNotice = { readonly notice?: string };

/** Why the step is required: an earlier action was refused without it. Shown as an error. */
type WithReason = { readonly reason?: string };

/** Why the step comes next, before anything was refused. */
type WithNote = { readonly note?: string };

type Message = {
  readonly title: string;
  readonly text: string;
  /** A second paragraph. */
  readonly detail?: string;
  /** The label of the button that skips the delay. */
  readonly action?: string;
  /** The modal that the button opens, if a message that closes by itself leaves something to do. */
  readonly onward?: ModalRequest;
  /** A second button. */
  readonly other?: { readonly action: string; readonly onward: ModalRequest };
};

/** The props of each modal. */
export interface ModalProps {
  login: WithNotice &
    WithReason & {
      /** The form's initial value. */
      readonly login?: string;
    };
  signup: { readonly replaces?: string | undefined };
  forgotPassword: { readonly login?: string };
  newPassword: { readonly login: string; readonly requestId: string };
  emailOtp: WithReason & { readonly email?: string | undefined };
  twoFactorSetup: WithNotice & WithReason & { readonly requestKey: string; readonly qrCode: string };
  twoFactorVerify: TwoFactorRequest;
  /** New backup codes; `lost` if the page was loaded again before those of the setup were saved. */
  backupCodes: { readonly lost?: true | undefined };
  /** Another second factor. */
  addFactor: Record<never, never>;
  /** The user's passkeys. */
  passkeys: Record<never, never>;
  phoneOtp: WithNotice & WithReason & WithNote;
  socialVerification: WithNotice &
    WithReason &
    WithNote & {
      /** The tab that is open at first; else the one of the verification in progress. */
      readonly network?: SocialNetwork;
    };
  voteConfirm: WithNotice & { readonly vote: Vote };
  /**
   * A category of the ballot, whose nominees fill the screen. `chosen` is lit at first; `counted` if the vote for it was
   * just recorded.
   */
  ballot: WithNotice & {
    readonly at: Omit<Vote, 'vote'>;
    readonly chosen?: string | undefined;
    readonly counted?: true;
  };
  /** The recorded vote, and the next category. */
  voted: { readonly vote: Vote };
  /** A vote in every category; `vote` is the one that was just recorded. */
  finished: { readonly vote?: Vote };
  /** A winner, as a vote would name it, and whether it shares the win. */
  winnerCard: { readonly vote: Vote; readonly joint: boolean };
  /** All own votes. */
  myVotes: Record<never, never>;
  /** What the user puts forward: all categories, or the form of one. `entry` is the one to change. */
  nominate: WithNotice & { readonly at?: Omit<Vote, 'vote'>; readonly entry?: string };
  /** The details of a nominee, named like a vote for it. */
  nominee: { readonly nominee: Vote };
  /** `question` is open at first. */
  faq: { readonly question?: 'phone' };
  /** Asks once whether the mailbox can receive mail, before the next modal. */
  mailboxWarning: { readonly next: ModalRequest };
  support: Record<never, never>;
  /** A load error of the page; its text loads with the modals' code. */
  loadFailure: { readonly about: 'ownVotes' | 'connection' | 'statistics' };
  message: Message;
  messageWithClose: Message;
}

export type ModalType = keyof ModalProps;

/** A modal to open, by type and props. */
export type ModalRequest = { [T in ModalType]: { readonly type: T; readonly props: ModalProps[T] } }[ModalType];

/** The component of each modal; the app passes it in, so that modals/ imports no feature. */
export type ModalRegistry = { readonly [T in ModalType]: ComponentType<ModalProps[T]> };
