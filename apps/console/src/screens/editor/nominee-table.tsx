import { LANGUAGES } from '@laurel/contracts/languages';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/states.tsx';
import { Icon } from './icons.tsx';
import { ImportBar } from './import-bar.tsx';
import { ItemMenu, RemoveAll } from './item-menu.tsx';
import list from './list.module.css';
import { Row } from './nominee-row.tsx';
import type { Category, Nomination } from './outline.ts';
import table from './table.module.css';
import { useAdding } from './use-adding.ts';
import { useDraft } from './use-draft.ts';
import { useMoves } from './use-moves.ts';
import { useNames } from './use-names.ts';
import { useNarrow } from './use-narrow.ts';

/** Moves the focus between cells with the arrow keys, and a nominee with Alt and an arrow key. */
const useTableKeys = () => {
  const { step } = useMoves();
  return (event: KeyboardEvent<HTMLElement>): void => {
    const from = event.target instanceof Element ? event.target.closest('td') : null;
    const row = from?.closest('tr');
    if (!from || !row) return;
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
      event.key
    ] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    if (event.altKey) {
      if (down === 1 || down === -1) step(row.dataset.path ?? '', down);
      return;
    }
    const next = row.closest('table')?.rows[row.rowIndex + (down ?? 0)]?.cells[from.cellIndex + (right ?? 0)];
    next?.querySelector<HTMLElement>('a, button')?.focus();
  };
};

const AddRow = ({ category }: { category: string }) => {
  const { t } = useTranslation('editor');
  const { addNominee } = useAdding();
  const [name, setName] = useState('');
  return (
    <form
      className={list.addRow}
      onSubmit={(event) => {
        event.preventDefault();
        addNominee(category, name);
        setName('');
      }}
    >
      <Icon name="plus" />
      <input
        aria-label={t('table.add')}
        placeholder={t('table.addHint')}
        value={name}
        maxLength={80}
        onChange={({ target }) => setName(target.value)}
      />
      {name.trim() !== '' && (
        <Button small type="submit">
          {t('add.action')}
        </Button>
      )}
    </form>
  );
};

type Props = {
  title: string;
  above: string;
  /** The categories whose nominees are shown. */
  categories: readonly Category[];
  /** The nomination or category that is open: imports go there. */
  item: Nomination | Category | undefined;
  /** The nominee in the form beside the table; without it, the table is wide. */
  open: string | undefined;
};

/** The nominees of a category, of a nomination or of all, with what is missing. */
export const NomineeTable = ({ title, above, categories, item, open }: Props) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const { id, nominations, mayEdit } = useDraft();
  const isNarrow = useNarrow();
  const [find, setFind] = useState('');
  const [gapsOnly, setGapsOnly] = useState(false);
  const onKeyDown = useTableKeys();
  const everywhere = nominations.flatMap((each) => each.categories);
  const all = everywhere.flatMap(({ nominees }) => nominees);
  const words = find.trim().toLowerCase();
  // A search looks everywhere: the person need not know the category.
  const scope = words === '' ? categories : everywhere;
  const names = new Map(everywhere.map(({ path, name }) => [path, nameOf(name)]));
  const inScope = scope.flatMap(({ nominees }) => nominees);
  const lacking = inScope.filter(({ gaps }) => gaps.length > 0);
  const rows = (gapsOnly ? lacking : inScope).filter(({ name }) =>
    Object.values(name).some((each) => each.toLowerCase().includes(words)),
  );
  const wide = open === undefined && !isNarrow;
  const [only] = categories.length === 1 ? categories : [];
  return (
    <section className={list.list} aria-label={title}>
      <header className={list.listHead}>
        {above !== '' && <p>{above}</p>}
        <div className={list.titleLine}>
          <h2>{title}</h2>
          {item ? <ItemMenu item={item} /> : <RemoveAll />}
        </div>
        {item && 'categories' in item && (
          <ul className={list.inside}>
            {item.categories.map(({ path, name }) => (
              <li key={path}>
                <Link to="/edition/editor" search={{ draft: id, at: path }} resetScroll={false}>
                  {nameOf(name)}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <div className={list.find}>
          <input
            type="search"
            aria-label={t('table.find', { count: all.length })}
            placeholder={t('table.find', { count: all.length })}
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
          <button
            type="button"
            aria-pressed={gapsOnly}
            onClick={() => setGapsOnly(!gapsOnly)}
            className={cx(list.filter, lacking.length > 0 && list.lacking)}
          >
            {t('table.lacking', { count: lacking.length, of: inScope.length })}
          </button>
        </div>
      </header>
      {rows.length === 0 ? (
        <Empty title={words === '' && !gapsOnly ? t('table.empty') : t('table.nothing')} />
      ) : (
        <table className={cx(table.table, wide && table.wideTable)} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{t('form.logo')}</span>
              </th>
              <th>{t('table.nominee')}</th>
              {wide &&
                LANGUAGES.map((each) => <th key={each}>{t('table.descIn', { language: t(`languages.${each}`) })}</th>)}
              {wide && <th>{t('form.link')}</th>}
              <th>{t('table.gaps')}</th>
              <th>{t('status.title')}</th>
              <th>
                <span className="visually-hidden">{t('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((nominee) => (
              <Row
                key={nominee.path}
                nominee={nominee}
                place={only && words === '' ? '' : (names.get(nominee.category) ?? '')}
                open={nominee.path === open}
                wide={wide}
              />
            ))}
          </tbody>
        </table>
      )}
      {mayEdit && only && words === '' && !gapsOnly && <AddRow category={only.path} />}
      {mayEdit && (
        <p className={list.keys}>
          <kbd>Enter</kbd> {t('table.keys.enter')} <kbd>Alt ↑↓</kbd> {t('table.keys.move')} <kbd>Esc</kbd>{' '}
          {t('table.keys.escape')}
        </p>
      )}
      {mayEdit && <ImportBar within={item?.path} />}
    </section>
  );
};
