import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import type { ModalRequest } from '../../../modals/types.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useEdition } from '../../edition/context.ts';
import { choiceOf } from '../choice.ts';
import { useJourneyState } from '../store.ts';
import styles from './step-note.module.css';

const useChoice = () => {
  const localize = useLocalized();
  const { nominations } = useEdition();
  const vote = useJourneyState(({ pendingVote }) => pendingVote);
  return vote && choiceOf(nominations, vote, localize);
};

/** The chosen nominee in the line that counts the steps. */
export const StepChoice = () => {
  const { t } = useTranslation('account');
  const choice = useChoice();
  return (
    choice && (
      <span className={styles.small}>
        <img src={choice.logo} alt={t('choice', { name: choice.nominee })} width={18} height={18} />
        <span aria-hidden="true">{choice.nominee}</span>
      </span>
    )
  );
};

/** Shown under the title: in the first step the chosen nominee, and a note that says why a step comes next. */
export const StepNote = ({ request }: { request: ModalRequest }) => {
  const { t } = useTranslation('account');
  const chosen = useChoice();
  const choice = request.type === 'login' ? chosen : undefined;
  const note = 'note' in request.props ? request.props.note : undefined;
  return (
    <>
      {choice && (
        <div className={styles.choice}>
          <img src={choice.logo} alt="" width={24} height={24} />
          <span>{t('choice', { name: choice.nominee })}</span>
        </div>
      )}
      {note !== undefined && <Notice tone="plain">{note}</Notice>}
    </>
  );
};
