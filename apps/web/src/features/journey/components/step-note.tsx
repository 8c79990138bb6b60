import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import type { ModalRequest } from '../../../modals/types.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useEdition } from '../../edition/context.ts';
import { choiceOf } from '../choice.ts';
import { showsChoice } from '../reducer.ts';
import { useJourneyState } from '../store.ts';
import styles from './step-note.module.css';

/** Shown under the title of a step: the chosen nominee, and a note that says why the step comes next. */
export const StepNote = ({ request }: { request: ModalRequest }) => {
  const { t } = useTranslation('account');
  const localize = useLocalized();
  const { nominations } = useEdition();
  const vote = useJourneyState(({ pendingVote }) => pendingVote);
  const choice = vote && showsChoice(request) ? choiceOf(nominations, vote, localize) : undefined;
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
