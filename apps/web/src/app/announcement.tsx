import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useAnnouncement } from '../features/edition/use-announcement.ts';
import { useLocalized } from '../i18n/language.ts';
import { AwayIcon } from '../ui/icons.tsx';
import styles from './announcement.module.css';

/** The date of the announcement, and links to follow it. */
export const Announcement = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { texts, links, phase } = useEdition();
  const date = useAnnouncement();
  const { announcement } = texts;
  const { title, text } =
    phase === 'announced'
      ? { title: t('winners.closingTitle'), text: t('winners.closingText') }
      : {
          title: date ?? localize(announcement.title),
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
