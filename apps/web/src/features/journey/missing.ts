import type { VerificationStatus } from '@laurel/contracts/verification';
import { CHOICE_AUTO_CLOSE_MS } from '../../lib/limits.ts';
import type { Later } from '../../modals/store.ts';
import type { ModalRequest } from '../../modals/types.ts';
import { type Awaited, isInProgress } from '../social/flow.ts';
import type { Texts } from './texts.ts';

/** The verifications that a vote still needs, and the state of the social one. `phone` or `social` is true, or both. */
export type Missing = {
  readonly phone: boolean;
  readonly social: boolean;
  /** Whether a Telegram link that is still valid is stored. */
  readonly telegramLink: boolean;
  readonly status: VerificationStatus | undefined;
  /** What a verification in progress waits for. */
  readonly awaited: Awaited;
};

/** The text about what is missing: the reason of a refusal, or a note before anything was refused. */
export type About = { readonly reason: string } | { readonly note: string };

type Step = { readonly request: ModalRequest; readonly later?: Later };

/**
 * VO-04 a message with a button that opens the verification in progress, and another one for Telegram instead. It stays
 * long enough to be read and to decide.
 */
const waiting = (awaited: Awaited, t: Texts): Step => {
  const isTelegram = awaited === 'telegram';
  const current: ModalRequest = {
    type: 'socialVerification',
    props: { network: isTelegram ? 'telegram' : 'instagram' },
  };
  const instead: ModalRequest = { type: 'socialVerification', props: { network: 'telegram' } };
  const props = {
    title: t('social:inProgressTitle'),
    text: t('social:inProgress'),
    detail: t(`social:awaited.${awaited}`),
    action: t(awaited === 'code' || awaited === 'follow' ? 'social:showCode' : 'social:openVerification'),
    onward: current,
    ...(isTelegram ? {} : { other: { action: t('social:useTelegram'), onward: instead } }),
  };
  return { request: { type: 'message', props }, later: { delayMs: CHOICE_AUTO_CLOSE_MS } };
};

/** The step that completes a missing verification (VO-03 to VO-06; spec §4, "Voting"). */
export const stepForMissing = (missing: Missing, about: About, t: Texts): Step => {
  const social: Step = { request: { type: 'socialVerification', props: about } };
  if (!missing.social) return { request: { type: 'phoneOtp', props: about } };
  if (missing.telegramLink) return social;
  if (isInProgress(missing.status)) return waiting(missing.awaited, t);
  if (!missing.phone) return social;
  if ('note' in about) return { request: { type: 'phoneOtp', props: about } };
  return {
    request: { type: 'message', props: { title: t('missingTitle'), text: about.reason, action: t('goOn') } },
    later: { next: { type: 'phoneOtp', props: {} } },
  };
};

/** The text about what is missing. */
export const missingText = ({ phone, social }: Pick<Missing, 'phone' | 'social'>, t: Texts): string => {
  if (phone && social) return t('errors:vote.both_missing');
  return t(phone ? 'errors:vote.phone_missing' : 'errors:vote.social_missing');
};
