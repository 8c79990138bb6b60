import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLocalized } from '../i18n/language.ts';
import { cx } from '../ui/cx.ts';
import styles from './overview.module.css';
import { OVERVIEW_ID } from './scroll-to.ts';

const STEPS = ['email', 'twoFactor', 'phone', 'social'] as const;

/** Why votes count, and how to vote. */
export const Overview = () => {
  const { t } = useTranslation('page');
  const say = useLocalized();
  const { texts, phase } = useEdition();
  const { title, text } = texts.overview;
  // How to vote is not shown after voting.
  const steps = phase === 'scheduled' || phase === 'open' ? STEPS : [];
  return (
    <section id={OVERVIEW_ID} className={styles.overview}>
      <div className="wrap">
        <div className={cx(styles.grid, steps.length > 0 && styles.two)}>
          <div>
            <h2>{say(title)}</h2>
            <p className={styles.text}>{say(text)}</p>
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
