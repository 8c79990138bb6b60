import { publishDraft, publishVersion, readDraft, readVersion } from '@laurel/contracts/console/calls/edition';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { DifferenceView, isEmpty } from './difference-view.tsx';
import styles from './edition.module.css';
import { ProblemsTable } from './problems-table.tsx';
import { PublishDialog, type PublishOrder } from './publish-dialog.tsx';
import type { Difference, Problem } from './types.ts';
import { usePublishing } from './use-publishing.ts';

type Content = {
  problems: readonly Problem[];
  problemsTotal: number;
  warnings: readonly Problem[];
  difference: Difference | null;
};

type Props = {
  title: string;
  dialogTitle: string;
  action: string;
  about: ReactNode;
  content: Content;
  /** Why it can't be published, although it has no problems. */
  blocked?: string | undefined;
  publish(order: PublishOrder): Promise<{ data: { changed: boolean } }>;
};

/** The difference between a draft or a version and the live edition, and the button that publishes it. */
const Comparison = ({ title, dialogTitle, action, about, content, blocked, publish }: Props) => {
  const { t } = useTranslation('edition');
  const mayPublish = useMayDo('edition.publish');
  const run = usePublishing();
  const [open, setOpen] = useState(false);
  const { difference, problems, problemsTotal, warnings } = content;
  const canPublish = mayPublish && difference !== null && blocked === undefined && !isEmpty(difference);
  return (
    <Card
      title={title}
      beside={
        <LinkButton to="/edition" search={{}} small tone="quiet">
          {t('close')}
        </LinkButton>
      }
    >
      <div className={styles.stack}>
        <p className={styles.muted}>{about}</p>
        {problemsTotal > 0 && <ProblemsTable problems={problems} total={problemsTotal} kind="problems" />}
        {warnings.length > 0 && <ProblemsTable problems={warnings} total={warnings.length} kind="warnings" />}
        {blocked !== undefined && <Note>{blocked}</Note>}
        {difference && blocked === undefined && <DifferenceView difference={difference} />}
        {canPublish && (
          <div>
            <Button tone="main" onClick={() => setOpen(true)} disabled={difference.needsSecondPerson}>
              {action}
            </Button>
          </div>
        )}
      </div>
      {open && difference && (
        <PublishDialog
          title={dialogTitle}
          difference={difference}
          onClose={() => setOpen(false)}
          onPublish={(order) => run(() => publish(order))}
        />
      )}
    </Card>
  );
};

const Waiting = ({ query }: { query: { error: unknown; isFetching: boolean; refetch(): unknown } }) => (
  <Card>
    {query.error ? (
      <Failure error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
    ) : (
      <Loading lines={4} />
    )}
  </Card>
);

/** A draft: its problems, or what publishing it would change. */
export const DraftComparison = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const query = useQuery(queryOf(readDraft, { params: { id } }));
  if (!query.data) return <Waiting query={query} />;
  const { source, uploadedAt, uploadedBy, publishedAs, outdated } = query.data;
  const outdatedText = outdated ? t('draft.outdated') : undefined;
  return (
    <Comparison
      title={t('draft.title', { id })}
      dialogTitle={t('draft.publishTitle', { id })}
      action={t('publish.open')}
      about={
        <>
          {t(`draft.${source}`)} · {uploadedBy} · <Time at={uploadedAt} />
        </>
      }
      content={query.data}
      blocked={publishedAs === null ? outdatedText : t('draft.published', { version: publishedAs })}
      publish={(body) => call(publishDraft, { params: { id }, body })}
    />
  );
};

/** A version: what publishing it again would change. */
export const VersionComparison = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const query = useQuery(queryOf(readVersion, { params: { id } }));
  if (!query.data) return <Waiting query={query} />;
  const { publishedAt, publishedBy, reason, problems } = query.data;
  return (
    <Comparison
      title={t('version.title', { id })}
      dialogTitle={t('version.publishTitle', { id })}
      action={t('version.publish')}
      about={
        <>
          <Time at={publishedAt} show="full" /> · {publishedBy ?? t('unknown')} · {reason ?? t('noReason')}
        </>
      }
      content={{ ...query.data, problemsTotal: problems.length, warnings: [] }}
      publish={(body) => call(publishVersion, { params: { id }, body })}
    />
  );
};
