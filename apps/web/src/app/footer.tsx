import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLocalized } from '../i18n/language.ts';
import { openModal } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.ts';
import styles from './footer.module.css';

/** Loads only for an award with a service for statistics. */
const Analytics = part(() => import('./analytics.tsx'));

/** The footer: year, legal links and the FAQ, which opens without the question about the mailbox. */
export const Footer = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { year, texts, links, supportEmail, analytics } = useEdition();
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.row}>
          <p>
            <span className={styles.year}>© {year}</span> {localize(texts.footer)}
          </p>
          <ul>
            {links.privacy !== null && (
              <li>
                <a href={links.privacy} target="_blank" rel="noopener noreferrer">
                  {t('privacy')}
                </a>
              </li>
            )}
            {links.rules !== null && (
              <li>
                <a href={links.rules} target="_blank" rel="noopener noreferrer">
                  {t('rules')}
                </a>
              </li>
            )}
            <li>
              <Button tone="plain" className={styles.questions} onClick={() => openModal({ type: 'faq', props: {} })}>
                {t('questions')}
              </Button>
            </li>
            <li>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </li>
          </ul>
        </div>
        {analytics && (
          <Suspense>
            <Analytics id={analytics} />
          </Suspense>
        )}
      </div>
    </footer>
  );
};
