import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import styles from './faq-modal.module.css';

/** In the order of the sign-up journey. */
const QUESTIONS = ['steps', 'phone', 'social', 'change', 'noEmail', 'noSms', 'lostApp', 'privacy'] as const;

type Props = {
  /** The question that is open at first. */
  question?: (typeof QUESTIONS)[number];
  /** Returns to the form behind; absent if there is none. */
  onBack?: (() => void) | undefined;
};

/** Questions about the voting, and their answers. */
export const FaqModal = ({ question, onBack }: Props) => {
  const { t } = useTranslation('support');
  return (
    <Stage name="faq">
      <DialogTitle>{t('faqTitle')}</DialogTitle>
      <DialogLead>{t('faqLead')}</DialogLead>
      <div className={styles.questions}>
        {QUESTIONS.map((each) => (
          <details key={each} name="faq" open={each === question}>
            <summary data-main={each === question ? '' : undefined}>
              {t(`faq.${each}.question`)}
              <PlusIcon className={styles.sign} />
            </summary>
            <p>{t(`faq.${each}.answer`)}</p>
          </details>
        ))}
      </div>
      {onBack && (
        <Button tone="ghost" full className={styles.back} onClick={onBack}>
          {t('faqBack')}
        </Button>
      )}
    </Stage>
  );
};
