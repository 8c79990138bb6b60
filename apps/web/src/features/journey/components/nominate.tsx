import type { Entry } from '@laurel/contracts/calls/entries';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { formatKyivMinute } from '../../../lib/time.ts';
import { openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useSession } from '../../../session/store.ts';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useEdition } from '../../edition/context.ts';
import { ownEntriesQuery } from '../../entries/api.ts';
import { EntryFormModal } from '../../entries/components/entry-form-modal.tsx';
import { EntryListModal } from '../../entries/components/entry-list-modal.tsx';
import { placeName } from '../../voting/flow.ts';
import { useJourney } from '../use-journey.ts';

/** What the user puts forward: the list of all categories, or the form of one. A stranger signs in first. */
export const Nominate = ({ at, entry: changed, notice }: ModalProps['nominate']) => {
  const { t } = useTranslation('entries');
  const localize = useLocalized();
  const language = useLanguage();
  const client = useQueryClient();
  const { afterRefusedVote } = useJourney();
  const { nominations, nominating, phases } = useEdition();
  const token = useSession((session) => session.token);
  const { data: entries, isError } = useQuery(ownEntriesQuery(token));
  const isStranger = token === undefined;
  useEffect(() => {
    if (isStranger) openModal({ type: 'login', props: { notice: t('loginFirst') } });
  }, [isStranger, t]);
  if (isStranger || !nominating) return null;
  if (!entries) {
    return (
      <Stage name="nominateWait">
        <DialogTitle>{t('title')}</DialogTitle>
        <Notice tone={isError ? 'bad' : 'wait'}>{t(isError ? 'notLoaded' : 'loading')}</Notice>
      </Stage>
    );
  }
  const isIn = (nomination: string, niche: string) => (entry: Entry) =>
    entry.nomination === nomination && entry.niche === niche;
  const places = nominations.map((nomination) => ({
    tag: nomination.tag,
    title: localize(nomination.title),
    places: nomination.categories.map((category) => {
      const own = entries.filter(isIn(nomination.tag, category.tag));
      return {
        key: category.tag,
        category: nomination.categories.length > 1 ? localize(category.name) : undefined,
        names: category.companies.map(({ name }) => localize(name)),
        entries: own,
        isFree: own.length < nominating.entries,
        open: (entry?: Entry) =>
          openModal({
            type: 'nominate',
            props: { at: { nomination: nomination.tag, niche: category.tag }, ...(entry ? { entry: entry.id } : {}) },
          }),
      };
    }),
  }));
  const nomination = places.find(({ tag }) => tag === at?.nomination);
  const place = nomination?.places.find(({ key }) => key === at?.niche);
  if (!at || !nomination || !place) {
    const closesAt = phases.nominatingClosesAt;
    return (
      <EntryListModal
        nominations={places}
        until={closesAt ? formatKyivMinute(new Date(closesAt), language) : ''}
        notice={notice}
      />
    );
  }
  return (
    <EntryFormModal
      {...at}
      place={placeName({ nomination: nomination.title, category: place.category })}
      entry={place.entries.find(({ id }) => id === changed)}
      names={place.names}
      onRefused={(failure) => afterRefusedVote(failure, 'entry')}
      onDone={(done) => {
        void client.invalidateQueries({ queryKey: ownEntriesQuery(token).queryKey });
        openModal({ type: 'nominate', props: { notice: t(done) } });
      }}
    />
  );
};
