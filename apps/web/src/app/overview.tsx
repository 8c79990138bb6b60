import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLocalized } from '../i18n/language.ts';
import { OVERVIEW_ID } from '../lib/scroll.ts';
import { openModal } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import styles from './overview.module.css';

const STEPS = ['email', 'twoFactor', 'phone', 'social'] as const;

/** Why votes count, and how to vote. */
export const Overview = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { texts, phase } = useEdition();
  const { title, text } =
    phase === 'announced'
      ? { title: t('winners.overviewTitle'), text: t('winners.overviewText') }
      : { title: localize(texts.overview.title), text: localize(texts.overview.text) };
  // How to vote is not shown after voting.
  const steps = phase === 'scheduled' || phase === 'open' ? STEPS : [];
  return (
    <section id={OVERVIEW_ID} className={styles.overview}>
      <div className="wrap">
        <div className={cx(styles.grid, steps.length > 0 && styles.two)}>
          <div>
            <h2>{title}</h2>
            <p className={styles.text}>{text}</p>
            <Button tone="plain" className={styles.questions} onClick={() => openModal({ type: 'faq', props: {} })}>
              {t('questions')}
            </Button>
          </div>
          {steps.length > 0 && (
            <ol className={styles.steps} aria-label={t('steps.title')}>
              {steps.map((step, index) => (
                <li key={step}>
                  <b aria-hidden="true">{index + 1}</b>
                  <span>{t(`steps.${step}`)}</span>
                  <small>{t('steps.minute')}</small>
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
    </section>
  );
};
