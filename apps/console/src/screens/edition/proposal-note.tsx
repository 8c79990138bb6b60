import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/note.tsx';
import { Time } from '../../ui/time.tsx';
import type { Draft } from './types.ts';

/** Who proposed to publish a draft, why, and until when somebody else can agree. */
export const ProposalNote = ({ proposal }: { proposal: NonNullable<Draft['proposal']> }) => {
  const { t } = useTranslation('edition');
  const { by, reason, expiresAt, own } = proposal;
  return (
    <Note tone="warn">
      {t('proposal.by', { by, reason })} {t(own ? 'proposal.own' : 'proposal.agree')} {t('proposal.until')}{' '}
      <Time at={expiresAt} />
    </Note>
  );
};
