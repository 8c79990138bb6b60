import type { Vote } from '@laurel/contracts/records';
import type { ComponentType } from 'react';

/** What the person has to know about the step before: said at the top of the next one. */
type WithNotice = { readonly notice?: string };

/** Why the person is led here: something was refused for want of it. This is no good news, and does not look like it. */
type WithReason = { readonly reason?: string };

type Message = {
  readonly title: string;
  readonly text: string;
  /** Words of the button that goes on at once, where waiting leads somewhere. */
  readonly action?: string;
  /** What the button opens, where the message closes by itself and something is left to do. */
  readonly onward?: ModalRequest;
  /** What the whole way was for: said under the laurel. */
  readonly festive?: true;
};

/** What each modal needs to be opened with. */
export interface ModalProps {
  login: WithNotice & {
    /** Why the person has to log in again. */
    readonly trouble?: string;
    /** Typed before: the form starts with it. */
    readonly login?: string;
  };
  signup: WithNotice;
  forgotPassword: { readonly login?: string };
  newPassword: { readonly login: string; readonly requestId: string };
  emailOtp: WithReason & { readonly email?: string | undefined };
  twoFactorSetup: WithNotice & WithReason & { readonly requestKey: string; readonly qrCode: string };
  twoFactorVerify: { readonly requestKey: string };
  phoneOtp: WithNotice & WithReason;
  socialVerification: WithNotice & WithReason;
  voteConfirm: WithNotice & { readonly vote: Vote };
  faq: Record<never, never>;
  /** Asks once whether the mailbox can receive mail, before what follows. */
  mailboxWarning: { readonly next: ModalRequest };
  support: Record<never, never>;
  /** Something went wrong while the page loaded; said in words that come with the modals' code. */
  trouble: { readonly about: 'ownVotes' | 'connection' | 'statistics' };
  message: Message;
  messageWithClose: Message;
}

export type ModalType = keyof ModalProps;

/** A modal to open, by type and props. */
export type ModalRequest = { [T in ModalType]: { readonly type: T; readonly props: ModalProps[T] } }[ModalType];

/** What draws each modal; the app hands it in, so that modals know no feature. */
export type ModalRegistry = { readonly [T in ModalType]: ComponentType<ModalProps[T]> };
