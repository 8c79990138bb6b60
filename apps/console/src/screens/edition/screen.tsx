import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/i18n.ts';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Loading, Waiting } from '../../ui/states.tsx';
import { DraftsCard } from './drafts-card.tsx';
import { editionQuery } from './edition-query.ts';
import { EditionsCard } from './editions-card.tsx';
import { LiveCard } from './live-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { VersionsCard } from './versions-card.tsx';

/** The words for changes, with the names of fields, are not part of the first load. */
const loadComparison = async () => {
  const [loaded] = await Promise.all([import('./comparison.tsx'), loadTexts('edition-form')]);
  return loaded;
};
const DraftComparison = lazy(() => loadComparison().then((loaded) => ({ default: loaded.DraftComparison })));
const VersionComparison = lazy(() => loadComparison().then((loaded) => ({ default: loaded.VersionComparison })));

/** The live edition, the upload of a new edition or of corrected nominees, the drafts, and all versions. */
export const Screen = () => {
  const { t } = useTranslation('edition');
  const mayDraft = useMayDo('edition.draft');
  const { draft, version } = useSearch({ from: '/console/edition' });
  const edition = useInfiniteQuery(editionQuery);
  const [first] = edition.data?.pages ?? [];
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')} />
      <Suspense
        fallback={
          <Card>
            <Loading lines={4} />
          </Card>
        }
      >
        {draft !== undefined && <DraftComparison key={`draft ${draft}`} id={draft} />}
        {draft === undefined && version !== undefined && <VersionComparison key={`version ${version}`} id={version} />}
      </Suspense>
      <Waiting query={edition} />
      {first && (
        <>
          <LiveCard live={first.live} />
          <EditionsCard drafts={first.drafts} />
          {mayDraft && <UploadCard />}
          <DraftsCard drafts={first.drafts.filter(({ id }) => id !== draft)} />
          <VersionsCard
            versions={edition.data?.pages.flatMap(({ versions }) => versions) ?? []}
            onMore={edition.hasNextPage ? () => void edition.fetchNextPage() : undefined}
            busy={edition.isFetchingNextPage}
          />
        </>
      )}
    </>
  );
};
