import type { SocialNetwork } from '@laurel/contracts/verification';
import { useTranslation } from 'react-i18next';
import { anyNetwork } from '../../../lib/networks.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import styles from './faq-modal.module.css';

/** In the order of the sign-up journey. */
const QUESTIONS = ['steps', 'phone', 'social', 'change', 'noEmail', 'noSms', 'lostApp', 'privacy'] as const;

type Props = {
  /** The social networks that the award offers. */
  networks: readonly SocialNetwork[];
  /** The question that is open at first. */
  question?: (typeof QUESTIONS)[number];
  /** Returns to the form behind; absent if there is none. */
  onBack?: (() => void) | undefined;
};

/** Questions about the voting, and their answers. */
export const FaqModal = ({ networks, question, onBack }: Props) => {
  const { t } = useTranslation(['support', 'common']);
  const answers: Partial<Record<(typeof QUESTIONS)[number], string>> = {
    steps: t('faq.steps.answer', { networks: anyNetwork(networks, t('common:or')) }),
    social: [t('faq.social.answer'), ...networks.map((network) => t(`faq.social.${network}`))].join(' '),
  };
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
            <p>{answers[each] ?? t(`faq.${each}.answer`)}</p>
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
