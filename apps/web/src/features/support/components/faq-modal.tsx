import type { SocialNetwork } from '@laurel/contracts/verification';
import { useTranslation } from 'react-i18next';
import { anyNetwork } from '../../../lib/networks.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import styles from './faq-modal.module.css';

/** In the order of the sign-up journey. */
const QUESTIONS = ['steps', 'phone', 'social', 'change', 'noEmail', 'noSms', 'lostApp', 'privacy'] as const;

type Answered = { readonly question: string; readonly answer: string };

type Props = {
  /** The social networks that the award offers. */
  networks: readonly SocialNetwork[];
  /** The question that is open at first. */
  question?: (typeof QUESTIONS)[number];
  /** The award's own questions. */
  more?: readonly Answered[];
  /** Returns to the form behind; absent if there is none. */
  onBack?: (() => void) | undefined;
};

/** Questions about the voting, and their answers. */
export const FaqModal = ({ networks, question, more = [], onBack }: Props) => {
  const { t } = useTranslation(['support', 'common']);
  const answers: Partial<Record<(typeof QUESTIONS)[number], string>> = {
    steps: t('faq.steps.answer', { networks: anyNetwork(networks, t('common:or')) }),
    social: [t('faq.social.answer'), ...networks.map((network) => t(`faq.social.${network}`))].join(' '),
  };
  const known = QUESTIONS.map((each) => ({
    question: t(`faq.${each}.question`),
    answer: answers[each] ?? t(`faq.${each}.answer`),
    chosen: each === question,
  }));
  return (
    <Stage name="faq">
      <DialogTitle>{t('faqTitle')}</DialogTitle>
      <DialogLead>{t('faqLead')}</DialogLead>
      <div className={styles.questions}>
        {[...known, ...more.map((each) => ({ ...each, chosen: false }))].map((each, place) => (
          <details key={place} name="faq" open={each.chosen}>
            <summary data-main={each.chosen ? '' : undefined}>
              {each.question}
              <PlusIcon className={styles.sign} />
            </summary>
            <p>{each.answer}</p>
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
