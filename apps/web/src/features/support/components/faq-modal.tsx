import { useTranslation } from 'react-i18next';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import styles from './faq-modal.module.css';

/** In the order of the sign-up journey. */
const QUESTIONS = ['steps', 'phone', 'social', 'change', 'noEmail', 'noSms', 'lostApp', 'privacy'] as const;

/** Questions about the voting, and their answers. */
export const FaqModal = () => {
  const { t } = useTranslation('support');
  return (
    <Stage name="faq">
      <DialogTitle>{t('faqTitle')}</DialogTitle>
      <DialogLead>{t('faqLead')}</DialogLead>
      <div className={styles.questions}>
        {QUESTIONS.map((each) => (
          <details key={each} name="faq">
            <summary>
              {t(`faq.${each}.question`)}
              <PlusIcon className={styles.sign} />
            </summary>
            <p>{t(`faq.${each}.answer`)}</p>
          </details>
        ))}
      </div>
    </Stage>
  );
};
