import { EDITION_FIELDS, EDITION_SECTIONS } from '@laurel/contracts/console/edition-fields';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './editor.module.css';
import { Icon } from './icons.tsx';
import { AddDialog, ItemMenu } from './item-menu.tsx';
import { type Category, gapCount, type Nomination } from './outline.ts';
import { Present } from './presence.tsx';
import tree from './tree.module.css';
import { useDraft } from './use-draft.ts';
import { useMoves } from './use-moves.ts';
import { useNames } from './use-names.ts';

type EntryProps = {
  at: string;
  current: boolean;
  gaps: number;
  count?: number;
  children: ReactNode;
};

const Entry = ({ at, current, gaps, count, children }: EntryProps) => {
  const { t } = useTranslation('editor');
  const { id } = useDraft();
  return (
    <Link
      to="/edition/editor"
      search={{ draft: id, at }}
      resetScroll={false}
      className={tree.entry}
      aria-current={current || undefined}
    >
      <span className={tree.entryName}>
        {children}
        {gaps > 0 && (
          <>
            {' '}
            <i className={styles.dot} />
            <span className="visually-hidden">{t('gaps', { count: gaps })}</span>
          </>
        )}
      </span>
      {count !== undefined && (
        <span className={tree.count}>
          {count}
          <span className="visually-hidden"> {t('nominees', { count })}</span>
        </span>
      )}
    </Link>
  );
};

const nomineesIn = (item: Nomination | Category): number =>
  'categories' in item ? item.categories.reduce((sum, each) => sum + each.nominees.length, 0) : item.nominees.length;

const Branch = ({ item, at }: { item: Nomination | Category; at: string | undefined }) => {
  const nameOf = useNames();
  const { mayEdit } = useDraft();
  const { dragOf, onKeyDown } = useMoves();
  const open = `${at}.`.startsWith(`${item.path}.`);
  const inside = 'categories' in item ? item.categories : [];
  const current = at === item.path || ('nominees' in item && open);
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the link inside takes the keys, the row only the pointer */}
      <div className={cx(tree.branch, current && tree.current)} {...dragOf(item.path)} onKeyDown={onKeyDown(item.path)}>
        {mayEdit && (
          <span className={styles.grip}>
            <Icon name="grip" size={14} />
          </span>
        )}
        <Entry
          at={item.path}
          current={current}
          gaps={open && inside.length > 0 ? item.gaps.length : gapCount(item)}
          count={nomineesIn(item)}
        >
          {nameOf(item.name)}
        </Entry>
        {(!open || inside.length === 0) && <Present path={item.path} />}
        {current && <ItemMenu item={item} />}
      </div>
      {open && inside.length > 0 && (
        <ul className={tree.inner}>
          {inside.map((each) => (
            <Branch key={each.path} item={each} at={at} />
          ))}
        </ul>
      )}
    </li>
  );
};

/** The parts of the award, and its nominations with their categories. */
export const Tree = ({ at }: { at: string | undefined }) => {
  const { t } = useTranslation('editor');
  const { t: form } = useTranslation('edition-form');
  const { nominations, problems, mayEdit } = useDraft();
  const [adding, setAdding] = useState(false);
  const total = nominations.reduce((sum, each) => sum + nomineesIn(each), 0);
  const fieldsIn = (section: string) =>
    EDITION_FIELDS.filter((each) => each.section === section).map(({ path }) => path);
  const problemsIn = (section: string): number =>
    [...problems.keys()].filter((field) => fieldsIn(section).some((path) => `${field}.`.startsWith(`${path}.`))).length;
  return (
    <nav className={tree.tree} aria-label={t('tree.label')}>
      <h2>{t('tree.award')}</h2>
      <ul>
        {EDITION_SECTIONS.map((section) => (
          <li key={section} className={cx(tree.branch, at === `edition.${section}` && tree.current)}>
            <Entry at={`edition.${section}`} current={at === `edition.${section}`} gaps={problemsIn(section)}>
              {form(`section.${section}`)}
            </Entry>
            <Present path={[`edition.${section}`, ...fieldsIn(section)]} />
          </li>
        ))}
      </ul>
      <div className={tree.treeHead}>
        <h2>{t('tree.nominations')}</h2>
        {mayEdit && (
          <button
            type="button"
            className={styles.iconButton}
            aria-label={t('add.nomination')}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
          </button>
        )}
      </div>
      <ul>
        <li className={cx(tree.branch, at === 'nominations' && tree.current)}>
          <Entry at="nominations" current={at === 'nominations'} gaps={0} count={total}>
            {t('tree.all')}
          </Entry>
        </li>
        {nominations.map((each) => (
          <Branch key={each.path} item={each} at={at} />
        ))}
      </ul>
      {nominations.length === 0 && mayEdit && <Button onClick={() => setAdding(true)}>{t('add.nomination')}</Button>}
      {adding && <AddDialog above="nominations" onClose={() => setAdding(false)} />}
    </nav>
  );
};
