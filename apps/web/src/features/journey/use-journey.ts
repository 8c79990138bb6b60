import { SOCIAL_VERIFICATION_TYPES } from '@laurel/contracts/verification';
import { useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../i18n/failure-text.ts';
import { whileBusy } from '../../lib/busy.ts';
import { type ApiFailure, asFailure } from '../../lib/failure.ts';
import { useModals } from '../../modals/store.ts';
import { useSession } from '../../session/store.ts';
import { askUserInfo, submitLogin, type UserInfo, userInfoQuery, type Verification } from '../account/api.ts';
import { type AccountStep, isVerified, type Submission } from '../account/flow.ts';
import { statisticsQuery } from '../nominations/api.ts';
import { ownVotesQuery } from '../voting/api.ts';
import { socialNow } from './known-missing.ts';
import type { ServerEffect } from './reducer.ts';
import { dispatch } from './store.ts';
import { forgetVerified } from './verification.ts';

const withoutSocial = ({ verifications, ...info }: UserInfo): UserInfo => ({
  ...info,
  verifications: verifications.filter(({ type }) => type === 'PHONE'),
});

/** Leads from one step to the next, up to the pending vote. The decisions are in reducer.ts. */
export const useJourney = () => {
  const client = useQueryClient();
  const failureText = useFailureText();

  const readVerifications = async (): Promise<readonly Verification[] | undefined> => {
    const { token } = useSession.getState();
    if (token === undefined) return undefined;
    try {
      return (await askUserInfo(client, token)).verifications;
    } catch {
      return undefined;
    }
  };

  /** Removes the social verifications from the cached data, after the server said that there is none. */
  const forgetSocial = () => {
    const { queryKey } = userInfoQuery(useSession.getState().token);
    client.setQueryData(queryKey, (known) => known && withoutSocial(known));
    void client.invalidateQueries({ queryKey });
  };

  const refresh = () => {
    const { token } = useSession.getState();
    void client.invalidateQueries({ queryKey: statisticsQuery().queryKey });
    void client.invalidateQueries({ queryKey: ownVotesQuery(token).queryKey });
  };

  /**
   * Continues with the first missing step, without the loader. Does nothing if a modal is opened or closed meanwhile.
   * @param notice says which step just succeeded
   */
  const advanceQuietly = async (notice: string): Promise<void> => {
    const { current } = useModals.getState();
    const verifications = await readVerifications();
    if (useModals.getState().current !== current) return;
    dispatch({
      type: 'stepFinished',
      notice,
      loggedIn: useSession.getState().token !== undefined,
      phoneVerified: verifications && isVerified(verifications, 'PHONE'),
      socialVerified: verifications && isVerified(verifications, ...SOCIAL_VERIFICATION_TYPES),
    });
  };

  /** Like advanceQuietly, but the loader covers the finished step, so that the user can't submit it again. */
  const advance = (notice: string): Promise<void> => whileBusy(() => advanceQuietly(notice));

  const serve = async (effect: ServerEffect): Promise<void> => {
    switch (effect.type) {
      case 'readVerifications':
        return advance(effect.notice);
      case 'refreshTotals':
        return refresh();
      case 'forgetVerification':
        forgetVerified();
        forgetSocial();
    }
  };

  /** Resolves when the step after the login is open. */
  const afterLogin = async (): Promise<void> => {
    const served: Promise<void>[] = [];
    const name = useSession.getState().user?.name ?? '';
    dispatch({ type: 'loggedIn', name }, (effect) => served.push(serve(effect)));
    await Promise.all(served);
  };

  /** Continues after a login or an email code; resolves when the next step is open. */
  const afterAccount = async (step: Exclude<AccountStep, { to: 'stay' }>, email?: string): Promise<void> => {
    if (step.to === 'session') await afterLogin();
    else dispatch({ type: 'accountStep', step, email });
  };

  /** Submits the second factor; returns the backup codes, which are new after the setup, or the failure. */
  const prove = async (
    proof: Extract<Submission, { requestKey: string }>,
  ): Promise<{ backupCodes: readonly string[] } | { failure: ApiFailure }> => {
    const step = await submitLogin(proof);
    if (step.to === 'session') return { backupCodes: step.backupCodes };
    return { failure: step.to === 'stay' ? step.failure : asFailure(step) };
  };

  /** Continues after a refused vote, or entry; returns false if the open step should show the failure. */
  const afterRefusedVote = (failure: ApiFailure, doing: 'vote' | 'entry' = 'vote'): boolean =>
    dispatch(
      {
        type: 'voteRefused',
        codes: failure.codes,
        text: failureText(failure, doing),
        social: socialNow(client),
      },
      (effect) => void serve(effect),
    );

  return { advance, advanceQuietly, afterAccount, afterLogin, prove, afterRefusedVote, refresh };
};
