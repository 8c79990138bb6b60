import { LANGUAGE_SETTINGS, LANGUAGES } from '@laurel/contracts/languages';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Cell } from './cell.tsx';
import { plainText } from './description.tsx';
import styles from './editor.module.css';
import { Icon } from './icons.tsx';
import { ItemMenu } from './item-menu.tsx';
import type { Nominee } from './outline.ts';
import { usePictures } from './pictures.tsx';
import { Present } from './presence.tsx';
import table from './table.module.css';
import { useDraft } from './use-draft.ts';
import { useMoves } from './use-moves.ts';
import { useGapText, useNames } from './use-names.ts';
import { useNominee } from './use-nominee.ts';
import { useStatus } from './use-status.ts';

/** Each language with what is missing in it, and what else is missing. */
const Gaps = ({ nominee }: { nominee: Nominee }) => {
  const { t } = useTranslation('editor');
  const gapText = useGapText();
  const others = nominee.gaps.filter(({ language }) => language === undefined);
  return (
    <span className={table.gaps}>
      {LANGUAGES.map((language) => {
        const gaps = nominee.gaps.filter((gap) => gap.language === language);
        if (gaps.length > 0)
          return gaps.map((gap) => (
            <Chip key={gapText(gap)} tone="warn">
              {gapText(gap)}
            </Chip>
          ));
        return (
          <span key={language} className={table.whole}>
            {LANGUAGE_SETTINGS[language].label}
            <Icon name="check" size={13} />
            <span className="visually-hidden">{t('form.complete')}</span>
          </span>
        );
      })}
      {others.map((gap) => (
        <Chip key={gap.part} tone="warn">
          {gapText(gap)}
        </Chip>
      ))}
    </span>
  );
};

type RowProps = { nominee: Nominee; place: string; open: boolean; wide: boolean };

/** A nominee of the table. */
export const Row = ({ nominee, place, open, wide }: RowProps) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const language = useLanguage();
  const { id, set, mayEdit } = useDraft();
  const { dragOf } = useMoves();
  const { addressOf } = usePictures();
  const { setName, name } = useNominee(nominee);
  const { path, desc, link, logo } = nominee;
  const shown = nameOf(nominee.name);
  const status = useStatus()(path);
  const form = (child: ReactNode, label?: string) => (
    <Link
      to="/edition/editor"
      search={{ draft: id, at: path }}
      resetScroll={false}
      className={table.open}
      aria-label={label}
      aria-current={open || undefined}
    >
      {child}
    </Link>
  );
  const drawing =
    logo === undefined ? (
      <span className={styles.hole}>
        <Icon name="plus" size={16} />
      </span>
    ) : (
      <img src={addressOf('logos', logo)} alt="" width={34} height={34} loading="lazy" />
    );
  const own = name[language] !== '' ? language : (LANGUAGES.find((each) => name[each] !== '') ?? language);
  return (
    <tr className={cx(open && table.openRow)} data-path={path} {...dragOf(path)}>
      <td>
        <div className={table.logo}>
          {mayEdit && (
            <span className={styles.grip}>
              <Icon name="grip" size={15} />
            </span>
          )}
          {wide ? form(drawing, t('table.open', { name: shown })) : drawing}
          <Present path={path} />
        </div>
      </td>
      {wide ? (
        <td data-part="name">
          <Cell label={t('form.name')} field={`${path}.name`} value={name[own]} onCommit={(text) => setName(own, text)}>
            <b>{shown}</b>
            {place !== '' && <small>{place}</small>}
          </Cell>
        </td>
      ) : (
        <td data-part="name">
          {form(
            <>
              <b>{shown}</b>
              <small>{place || link.replace(/^https?:\/\/(?:www\.)?|\/$/g, '') || t('table.noLink')}</small>
            </>,
          )}
        </td>
      )}
      {wide &&
        LANGUAGES.map((each) => {
          const text = desc[each] ?? '';
          const label = t('table.desc', { language: t(`languages.${each}`), name: shown });
          return (
            <td key={each} data-part="desc">
              {/<[a-z]/i.test(text) ? (
                form(
                  <>
                    <span className="visually-hidden">{label}, </span>
                    <span lang={each}>{plainText(text)}</span>
                  </>,
                )
              ) : (
                <Cell
                  label={label}
                  field={`${path}.desc.${each}`}
                  lang={each}
                  value={text}
                  onCommit={(next) => set(`${path}.desc.${each}`, next || null)}
                >
                  {text}
                </Cell>
              )}
            </td>
          );
        })}
      {wide && (
        <td data-part="link">
          <Cell
            label={t('table.link', { name: shown })}
            field={`${path}.link`}
            value={link}
            onCommit={(text) => set(`${path}.link`, text || null)}
          >
            {link.replace(/^https?:\/\/(?:www\.)?|\/$/g, '')}
          </Cell>
        </td>
      )}
      <td data-part="gaps">
        <Gaps nominee={nominee} />
      </td>
      <td data-part="status">{status && <span className={table.status}>{t(`status.${status}`)}</span>}</td>
      <td data-part="menu">
        <ItemMenu item={nominee} />
      </td>
    </tr>
  );
};
