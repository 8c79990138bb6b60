import { readVoter } from '@laurel/contracts/console/calls/voters';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AccessCard } from './access-card.tsx';
import { LatelyCard } from './lately-card.tsx';
import { LocksCard } from './locks-card.tsx';
import { MessagesCard } from './messages-card.tsx';
import { PersonCard } from './person-card.tsx';
import { ProofsCard } from './proofs-card.tsx';
import type { Voter, VoterChange } from './types.ts';
import { VoterActions } from './voter-actions.tsx';
import { VoterDialog } from './voter-dialog.tsx';
import styles from './voters.module.css';

const Details = ({ voter, onChange }: { voter: Voter; onChange(change: VoterChange): void }) => (
  <>
    <VoterActions voter={voter} onChange={onChange} />
    <div className={styles.cards}>
      <PersonCard voter={voter} />
      <ProofsCard voter={voter} />
      <LocksCard voter={voter} />
      <MessagesCard voter={voter} />
      <AccessCard voter={voter} />
      <LatelyCard voter={voter} />
    </div>
  </>
);

/** One voter: the masked data of the account, and the changes that can be made. */
export const Screen = () => {
  const { t } = useTranslation('voters');
  const { id } = useParams({ from: '/console/voters/$id' });
  const query = useQuery(queryOf(readVoter, { params: { id } }));
  const [change, setChange] = useState<VoterChange>();
  const voter = query.data;
  return (
    <>
      <ScreenHead title={t('voter')} lead={<span className={styles.id}>{id}</span>}>
        <LinkButton to="/voters" small>
          {t('backToSearch')}
        </LinkButton>
      </ScreenHead>
      <Waiting query={query} lines={6} />
      {voter?.erasedAt && (
        <Note>
          {t('erasedNote')} <Time at={voter.erasedAt} />
        </Note>
      )}
      {voter?.suspendedAt && (
        <Note tone="bad">
          {t('suspendedNote')} <Time at={voter.suspendedAt} />
        </Note>
      )}
      {voter && !voter.erasedAt && <Details voter={voter} onChange={setChange} />}
      {voter && change && <VoterDialog change={change} voter={voter} onClose={() => setChange(undefined)} />}
    </>
  );
};
