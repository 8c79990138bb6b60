import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLocalized } from '../i18n/language.ts';
import { anyNetwork } from '../lib/networks.ts';
import { OVERVIEW_ID } from '../lib/scroll.ts';
import { openModal } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import styles from './overview.module.css';

const STEPS = ['email', 'twoFactor', 'phone', 'social'] as const;

/** Why votes count, and how to vote; after voting, how the winners are chosen. */
export const Overview = () => {
  const { t } = useTranslation(['page', 'common']);
  const localize = useLocalized();
  const { texts, phase, socialNetworks } = useEdition();
  const over = phase === 'closed' || phase === 'announced';
  const { title, text } = over
    ? { title: t(`overview.${phase}`), text: t('overview.text') }
    : { title: localize(texts.overview.title), text: localize(texts.overview.text) };
  const steps = over ? [] : STEPS;
  return (
    <section id={OVERVIEW_ID} className={styles.overview}>
      <div className="wrap">
        <div className={cx(styles.grid, over ? styles.over : styles.two)}>
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
                  <span>{t(`steps.${step}`, { networks: anyNetwork(socialNetworks, t('common:or')) })}</span>
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
