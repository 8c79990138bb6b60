import { useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../../lib/failure.ts';
import { useSession } from '../../session/store.ts';
import { submitLogin, type UserInfo, userInfoQuery, type Verification } from '../account/api.ts';
import { type AccountStep, isVerified, type Submission } from '../account/flow.ts';
import { statisticsQuery } from '../nominations/api.ts';
import { ownVotesQuery } from '../voting/api.ts';
import { socialNow } from './known-missing.ts';
import type { JourneyEvent, ServerEffect } from './reducer.ts';
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

  const readVerifications = async (token: string): Promise<readonly Verification[] | undefined> => {
    try {
      return (await client.fetchQuery({ ...userInfoQuery(token), staleTime: 0 })).verifications;
    } catch {
      return undefined;
    }
  };

  /** The server says that no social account is verified: what was known before would show one. */
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

  /** Continues with the first missing step; `notice` names the step that just succeeded. */
  const advance = async (notice: string): Promise<void> => {
    const { token } = useSession.getState();
    const verifications = token === undefined ? [] : await readVerifications(token);
    send({
      type: 'stepFinished',
      notice,
      loggedIn: token !== undefined,
      phoneVerified: verifications && isVerified(verifications, 'PHONE'),
      socialVerified: verifications && isVerified(verifications, 'TELEGRAM_SUBSCRIPTION', 'INSTAGRAM_SUBSCRIPTION'),
    });
  };

  const serve = (effect: ServerEffect): void => {
    switch (effect.type) {
      case 'readVerifications':
        void advance(effect.notice);
        break;
      case 'refreshTotals':
        refresh();
        break;
      case 'forgetVerification':
        forgetVerified();
        forgetSocial();
    }
  };
  const send = (event: JourneyEvent): boolean => dispatch(event, serve);

  const afterLogin = (): void => {
    send({ type: 'loggedIn', name: useSession.getState().user?.name ?? '' });
  };

  /** Continues after a login or an email code. */
  const afterAccount = (step: Exclude<AccountStep, { to: 'stay' }>, email?: string): void => {
    if (step.to === 'session') afterLogin();
    else send({ type: 'accountStep', step, email });
  };

  /** Submits the second factor; returns the backup codes, which are new after the setup, or the failure. */
  const prove = async (
    proof: Extract<Submission, { requestKey: string }>,
  ): Promise<{ backupCodes: readonly string[] } | { failure: ApiFailure }> => {
    const step = await submitLogin(proof);
    if (step.to === 'session') return { backupCodes: step.backupCodes };
    return { failure: step.to === 'stay' ? step.failure : asFailure(step) };
  };

  /** Continues after a refused vote; returns false if the open step should show the failure. */
  const afterRefusedVote = (failure: ApiFailure): boolean => {
    return send({
      type: 'voteRefused',
      codes: failure.codes,
      text: failureText(failure, 'vote'),
      social: socialNow(client),
    });
  };

  return { advance, afterAccount, afterLogin, prove, afterRefusedVote, refresh };
};
