import { useTranslation } from 'react-i18next';
import styles from './editor.module.css';
import { useDraft } from './use-draft.ts';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('');

/** Who else is in a field, or in an item and everything in it; without paths, everybody. */
export const Present = ({ path }: { path?: string | readonly string[] }) => {
  const { t } = useTranslation('editor');
  const { others } = useDraft();
  const here = others.filter(
    ({ field }) => path === undefined || [path].flat().some((each) => `${field}.`.startsWith(`${each}.`)),
  );
  return here.map(({ name }, place) => (
    <span key={`${name} ${place}`} className={styles.avatar} title={t('isHere', { name })}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="visually-hidden">{t('isHere', { name })}</span>
    </span>
  ));
};
