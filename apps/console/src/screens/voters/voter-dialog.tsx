import * as calls from '@laurel/contracts/console/calls/voters';
import { emailField } from '@laurel/contracts/fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Voter, VoterChange } from './types.ts';

/** The call of each change. */
const CALLS = {
  unlock: calls.unlockVoter,
  sendAgain: calls.sendCodeAgain,
  resetTwoFactor: calls.resetTwoFactor,
  signOut: calls.signOutVoter,
  suspend: calls.suspendVoter,
  restore: calls.restoreVoter,
  erase: calls.eraseVoter,
} as const;

/** Says in numbers what the change will do. */
const Consequences = ({ change, voter }: { change: VoterChange; voter: Voter }) => {
  const { t } = useTranslation('voters');
  const { sessions, devices } = voter.open;
  const parts: Readonly<Record<VoterChange, readonly string[]>> = {
    unlock: [t('unlock.counts', { count: voter.tries.length }), t('unlock.text')],
    sendAgain: [t('sendAgain.text', { email: voter.email ?? '' })],
    resetTwoFactor: [
      t('resetTwoFactor.codes', { count: voter.twoFactor.backupCodesLeft }),
      t('sessionsEnd', { count: sessions }),
      t('resetTwoFactor.text'),
    ],
    changeEmail: [
      t('changeEmail.text'),
      t('sessionsEnd', { count: sessions }),
      t(voter.emailProvenAt === null ? 'changeEmail.unproven' : 'changeEmail.proven'),
    ],
    signOut: [t('sessionsEnd', { count: sessions }), t('devicesForgotten', { count: devices }), t('signOut.text')],
    suspend: [t('sessionsEnd', { count: sessions }), t('suspend.text'), t('votesStay')],
    restore: [t('restore.text')],
    erase:
      voter.emailProvenAt === null && voter.proofs.length === 0
        ? [t('erase.unproven')]
        : [t('erase.text'), t('sessionsEnd', { count: sessions }), t('erase.votes')],
  };
  return <p>{parts[change].join(' ')}</p>;
};

/** The dialog of a change: says what will happen, and asks for the reason. */
export const VoterDialog = ({ change, voter, onClose }: { change: VoterChange; voter: Voter; onClose(): void }) => {
  const { t } = useTranslation('voters');
  const run = useChange();
  const [typed, setTyped] = useState('');
  const to = change === 'changeEmail' ? emailField.safeParse(typed).data : undefined;
  const make = (reason: string): Promise<unknown> => {
    const params = { id: voter.id };
    if (change !== 'changeEmail') return call(CALLS[change], { params, body: { reason } });
    return call(calls.changeVoterEmail, { params, body: { reason, email: to ?? '' } });
  };
  return (
    <ReasonDialog
      title={t(`${change}.title`)}
      action={t(`${change}.open`)}
      tone={change === 'erase' ? 'danger' : 'main'}
      onClose={onClose}
      ready={change !== 'changeEmail' || to !== undefined}
      onConfirm={(reason) => run(() => make(reason), t(`${change}.said`))}
    >
      <Consequences change={change} voter={voter} />
      {change === 'changeEmail' && (
        <Field
          type="email"
          autoComplete="off"
          label={t('changeEmail.field')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </ReasonDialog>
  );
};
