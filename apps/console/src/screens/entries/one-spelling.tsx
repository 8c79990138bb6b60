import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import styles from './entries.module.css';
import type { Details } from './types.ts';

type Props = { spelling: Details['spellings'][number]; ticked: boolean; onTick: (() => void) | undefined };

/** What people wrote in one spelling: how often, why it is gathered here, and their reasons and links. */
export const OneSpelling = ({ spelling, ticked, onTick }: Props) => {
  const { name, entries, together, why, links } = spelling;
  const { t } = useTranslation('entries');
  const Row = onTick ? 'label' : 'div';
  return (
    <li className={cx(styles.spelling, ticked && styles.ticked)}>
      <Row className={styles.wrote}>
        {onTick && <input type="checkbox" checked={ticked} onChange={onTick} />}
        <b className={styles.times}>{entries.length}</b>
        <span>
          <bdi className={styles.strong}>{name}</bdi>
          <small>{t(`together.${together}`)}</small>
        </span>
      </Row>
      <div className={styles.said}>
        {why.length + links.length === 0 && t('noWhy')}
        {why.map((text) => (
          <q key={text}>
            <bdi>{text}</bdi>
          </q>
        ))}
        {links.map((link) =>
          /^https?:\/\//i.test(link) ? (
            <a key={link} href={link} target="_blank" rel="noopener noreferrer nofollow">
              <bdi>{link}</bdi>
              <span className="visually-hidden"> {t('newTab')}</span>
            </a>
          ) : (
            <bdi key={link}>{link}</bdi>
          ),
        )}
      </div>
    </li>
  );
};
