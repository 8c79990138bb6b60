import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLanguage, useLocalized } from '../i18n/language.ts';
import { formatKyivMinute } from '../lib/time.ts';
import { AwayIcon } from '../ui/icons.tsx';
import styles from './announcement.module.css';

/**
 * The date of the announcement, and links to follow it. Once the announcement has a time, it says that one: the
 * organisers' own words may be older.
 */
export const Announcement = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const language = useLanguage();
  const { texts, links, phase, phases } = useEdition();
  const at = phases.winnersAnnouncedAt;
  const { announcement } = texts;
  const { title, text } =
    phase === 'announced'
      ? { title: t('winners.closingTitle'), text: t('winners.closingText') }
      : {
          title: at
            ? t('plain.closed', { moment: formatKyivMinute(new Date(at), language) })
            : localize(announcement.title),
          text: announcement.text && localize(announcement.text),
        };
  const { media, messenger, photos, video } = links.social;
  return (
    <section className={styles.announcement}>
      <div className="wrap">
        <h2>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        <ul className={styles.links} aria-label={t('follow')}>
          {[media, messenger, photos, video].map(({ url, title: name, note }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <span>
                  {localize(name)}
                  {note && <small>{localize(note)}</small>}
                </span>
                <AwayIcon />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};
