import { useTranslation } from 'react-i18next';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import type { Voter, VoterChange } from './types.ts';
import styles from './voters.module.css';

/** The changes that the state of the voter allows, except erasing, the most likely first. */
const changesFor = (voter: Voter): readonly Exclude<VoterChange, 'erase'>[] => [
  ...(voter.tries.length > 0 ? (['unlock'] as const) : []),
  ...(voter.openCode === null ? [] : (['sendAgain'] as const)),
  ...(voter.twoFactor.readyAt !== null || voter.twoFactor.pending ? (['resetTwoFactor'] as const) : []),
  'changeEmail',
  ...(voter.open.sessions + voter.open.devices > 0 ? (['signOut'] as const) : []),
  voter.suspendedAt === null ? 'suspend' : 'restore',
];

/** The buttons for the changes that the person may make to a voter's account. */
export const VoterActions = ({ voter, onChange }: { voter: Voter; onChange(change: VoterChange): void }) => {
  const { t } = useTranslation('voters');
  const [mayHelp, mayErase] = [useMayDo('voters.help'), useMayDo('voters.erase')];
  const locked = voter.tries.some((each) => each.locked);
  return (
    <div className={styles.actions}>
      {mayHelp &&
        changesFor(voter).map((change) => (
          <Button
            key={change}
            tone={(change === 'unlock' && locked) || change === 'restore' ? 'main' : 'plain'}
            onClick={() => onChange(change)}
          >
            {t(`${change}.open`)}
          </Button>
        ))}
      {mayErase && (
        <Button tone="danger" onClick={() => onChange('erase')}>
          {t('erase.open')}
        </Button>
      )}
    </div>
  );
};
