import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { submitLogin, userInfoQuery, type Verification } from '../features/account/api.ts';
import { type AccountStep, isVerified, type Submission } from '../features/account/flow.ts';
import { statisticsQuery } from '../features/nominations/api.ts';
import { readTelegramLink } from '../features/social/api.ts';
import { isUnderWay } from '../features/social/flow.ts';
import { ownVotesQuery } from '../features/voting/api.ts';
import { afterVoteFailure, nextStep } from '../features/voting/flow.ts';
import { useFailureText } from '../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../lib/failure.ts';
import { closeModal, openModal } from '../modals/store.ts';
import { endSession, useSession } from '../session/store.ts';
import { forgetVerified, verificationNow } from './verification.ts';
import { useWish } from './wish.ts';

/** The steps that everyone walks once: mailbox, authenticator, phone, social account. */
export const WAY_STEPS = 4;

type Onward = Exclude<AccountStep, { to: 'stay' }>;

/** Leads from one step to the next, up to the vote that was wished for. */
export const useWay = () => {
  const client = useQueryClient();
  const failureText = useFailureText();
  const { t } = useTranslation(['voting', 'account', 'twoFactor', 'social', 'errors']);

  const askWhatIsVerified = async (): Promise<readonly Verification[] | undefined> => {
    try {
      return await client.fetchQuery({ ...userInfoQuery(useSession.getState().token), staleTime: 0 });
    } catch {
      return undefined;
    }
  };

  /** On to whatever is still missing; `notice` says what was just done. */
  const goOn = async (notice: string) => {
    const { token } = useSession.getState();
    const { vote } = useWish.getState();
    const verifications = token === undefined ? [] : await askWhatIsVerified();
    const step = nextStep({
      loggedIn: token !== undefined,
      phoneVerified: verifications && isVerified(verifications, 'PHONE'),
      socialVerified: verifications && isVerified(verifications, 'TELEGRAM_SUBSCRIPTION', 'INSTAGRAM_SUBSCRIPTION'),
      wishes: vote !== undefined,
    });
    if (step === 'voteConfirm' && vote) openModal({ type: 'voteConfirm', props: { vote, notice } });
    else if (step === 'done') openModal({ type: 'message', props: { title: t('wayTitle'), text: notice } }, {});
    else if (step !== 'voteConfirm') openModal({ type: step, props: { notice } });
  };

  /** After a login or an email code. */
  const afterAccount = (step: Onward, email?: string) => {
    switch (step.to) {
      case 'session':
        afterLogin();
        break;
      case 'emailOtp':
        openModal({ type: 'emailOtp', props: { reason: t('account:unverified'), ...(email ? { email } : {}) } });
        break;
      case 'twoFactorSetup':
        openModal({
          type: 'twoFactorSetup',
          props: {
            requestKey: step.requestKey,
            qrCode: step.qrCode,
            ...(email === undefined ? { notice: t('account:emailConfirmed') } : { reason: t('twoFactor:needed') }),
          },
        });
        break;
      case 'twoFactorVerify':
        openModal({ type: 'twoFactorVerify', props: { requestKey: step.requestKey } });
    }
  };

  /** Who came to vote is led on; who came to log in is let be. */
  const afterLogin = () => {
    const text = t('account:loggedInText', { name: useSession.getState().user?.name ?? '' });
    const { vote, onward } = useWish.getState();
    useWish.setState({ onward: false });
    if (vote || onward) void goOn(text);
    else openModal({ type: 'message', props: { title: t('account:loggedInTitle'), text } }, {});
  };

  /** Proves the second factor: the backup codes, where it was the first time. */
  const prove = async (
    proof: Extract<Submission, { requestKey: string }>,
  ): Promise<{ backupCodes: readonly string[] } | { failure: ApiFailure }> => {
    const step = await submitLogin(proof);
    if (step.to === 'session') return { backupCodes: step.backupCodes };
    return { failure: step.to === 'stay' ? step.failure : asFailure(step) };
  };

  const refresh = () => {
    const { token } = useSession.getState();
    void client.invalidateQueries({ queryKey: statisticsQuery().queryKey });
    void client.invalidateQueries({ queryKey: ownVotesQuery(token).queryKey });
  };

  /** A refused vote that leads elsewhere; false where it is to be said on the spot. */
  const afterRefusedVote = (failure: ApiFailure): boolean => {
    const text = failureText(failure, 'vote');
    const { status, proofCode } = verificationNow(client);
    const refusal = afterVoteFailure(failure, {
      telegramLink: readTelegramLink(Date.now()) !== undefined,
      socialUnderWay: isUnderWay(status),
    });
    switch (refusal) {
      case 'stay':
        return false;
      case 'login':
        endSession();
        openModal({ type: 'login', props: { trouble: text } });
        break;
      case 'refresh':
        refresh();
        openModal({ type: 'messageWithClose', props: { title: t('existsTitle'), text } });
        break;
      case 'waitForSocial':
        openModal(
          {
            type: 'message',
            props: {
              title: t('social:inProgressTitle'),
              text: t(proofCode === undefined ? 'social:inProgress' : 'social:inProgressCode'),
              action: t('social:openVerification'),
              onward: { type: 'socialVerification', props: {} },
            },
          },
          {},
        );
        break;
      case 'phoneAndSocial':
        openModal(
          { type: 'message', props: { title: t('missingTitle'), text, action: t('goOn') } },
          { next: { type: 'phoneOtp', props: {} } },
        );
        break;
      case 'socialVerification':
        forgetVerified();
        openModal({ type: 'socialVerification', props: { reason: text } });
        break;
      case 'phoneOtp':
        openModal({ type: 'phoneOtp', props: { reason: text } });
    }
    return true;
  };

  return { goOn, afterAccount, afterLogin, prove, afterRefusedVote, refresh, close: closeModal };
};
