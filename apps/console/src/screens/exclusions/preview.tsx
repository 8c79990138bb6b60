import { type ExclusionPreview, FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useBallotNames } from '../../lib/use-ballot-names.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import type { Column } from '../../ui/table-props.ts';
import styles from './exclusions.module.css';
import { NomineesDialog } from './nominees-dialog.tsx';
import type { CategoryEffect } from './types.ts';

type Names = ReturnType<typeof useBallotNames>;

/** The nominee whose shares a row compares: the first winner before, or after if there was none before. */
const leaderOf = ({ before, after }: CategoryEffect): string | undefined => before.winners[0] ?? after.winners[0];
const shareOf = ({ nominees }: CategoryEffect['before'], company: string | undefined): number | null =>
  nominees.find((each) => each.company === company)?.percentage ?? null;

const useColumns = (names: Names, open: (category: CategoryEffect) => void): readonly Column<CategoryEffect>[] => {
  const { t } = useTranslation('exclusions');
  const { count, share } = useNumbers();
  const shown = (percentage: number | null): string => (percentage === null ? '–' : share(percentage / 100));
  const titles = ({ nomination, niche }: CategoryEffect, winners: readonly string[]): string =>
    winners.length === 0
      ? t('preview.nobody')
      : winners.map((company) => names.nomineeTitle(`${nomination}/${niche}/${company}`)).join(', ');
  return [
    {
      id: 'category',
      title: t('preview.category'),
      lead: true,
      cell: ({ nomination, niche }) => names.categoryTitle(`${nomination}/${niche}`),
    },
    {
      id: 'first',
      title: t('preview.first'),
      cell: (effect) => {
        if (effect.hidden) return t('preview.hidden');
        const before = titles(effect, effect.before.winners);
        const after = titles(effect, effect.after.winners);
        return effect.winnersChange ? (
          <>
            {before} → <b>{after}</b> <Chip tone="bad">{t('preview.changes')}</Chip>
          </>
        ) : (
          <>
            {before} <Chip tone="ok">{t('preview.stays')}</Chip>
          </>
        );
      },
    },
    { id: 'votes', title: t('preview.votes'), align: 'end', cell: ({ votes }) => count(votes) },
    {
      id: 'before',
      title: t('preview.before'),
      align: 'end',
      cell: (effect) => shown(shareOf(effect.before, leaderOf(effect))),
    },
    {
      id: 'after',
      title: t('preview.after'),
      align: 'end',
      cell: (effect) => shown(shareOf(effect.after, leaderOf(effect))),
    },
    {
      id: 'all',
      title: t('preview.all'),
      cell: (effect) =>
        effect.hidden ? null : (
          <Button
            small
            aria-label={t('preview.openNamed', {
              category: names.categoryTitle(`${effect.nomination}/${effect.niche}`),
            })}
            onClick={() => open(effect)}
          >
            {t('preview.open')}
          </Button>
        ),
    },
  ];
};

type Props = {
  preview: ExclusionPreview;
  /** Whether the step is to undo the exclusion. */
  undo?: boolean;
};

/** What the next step would change: numbers, first places and shares. Also how many other votes these people cast. */
export const Preview = ({ preview, undo = false }: Props) => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const names = useBallotNames();
  const mayKnowPeople = useMayDo('exclusions.people');
  const [shown, setShown] = useState<CategoryEffect>();
  const columns = useColumns(names, setShown);
  const changed = preview.categories.filter(({ winnersChange }) => winnersChange).length;
  const hidden = preview.categories.some((each) => each.hidden);
  const { later, unmatched, votes, people, cast } = preview;
  return (
    <div className={styles.preview}>
      <Sums
        items={[
          { value: count(votes), label: t(undo ? 'preview.sums.back' : 'preview.sums.votes', { count: votes }) },
          { value: count(people), label: t('preview.sums.people', { count: people }) },
          {
            value: count(preview.withOtherVotes),
            label: t('preview.sums.elsewhere', { count: preview.withOtherVotes }),
          },
          { value: count(preview.inOneCategory), label: t('preview.sums.oneOnly', { count: preview.inOneCategory }) },
          ...(hidden
            ? []
            : [
                {
                  value: count(changed),
                  label: t('preview.sums.changed', { count: changed }),
                  tone: changed > 0 ? ('bad' as const) : undefined,
                },
              ]),
        ]}
      />
      {preview.otherVotes > 0 && <p className={styles.aside}>{t('preview.others', { count: preview.otherVotes })}</p>}
      {votes * 2 > cast && (
        <Note tone="bad">{t('preview.moreThanHalf', { votes: count(votes), cast: count(cast) })}</Note>
      )}
      {!undo && people > 0 && people < FEW_PEOPLE && <Note tone="warn">{t('preview.few', { count: people })}</Note>}
      {later || unmatched ? (
        <Note tone="warn">
          {later ? <p>{t('preview.later', { count: later })}</p> : null}
          {unmatched ? <p>{t('preview.unmatched', { count: unmatched })}</p> : null}
        </Note>
      ) : null}
      {later === null && <Note>{t('preview.matchesHidden')}</Note>}
      {hidden && <Note>{t(mayKnowPeople || people >= FEW_PEOPLE ? 'preview.embargo' : 'preview.hiddenFew')}</Note>}
      {preview.categories.length === 0 ? (
        <p className={styles.aside}>{t('preview.noChange')}</p>
      ) : (
        <DataTable
          label={t('preview.table')}
          items={preview.categories}
          columns={columns}
          idOf={({ nomination, niche }) => `${nomination}/${niche}`}
          toneOf={({ winnersChange }) => (winnersChange ? 'bad' : undefined)}
        />
      )}
      {shown && <NomineesDialog effect={shown} names={names} onClose={() => setShown(undefined)} />}
    </div>
  );
};
