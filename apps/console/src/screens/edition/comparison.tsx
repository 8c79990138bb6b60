import {
  proposeDraft,
  publishDraft,
  publishVersion,
  readDraft,
  readVersion,
} from '@laurel/contracts/console/calls/edition';
import { downloadDraft } from '@laurel/contracts/console/calls/years';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../ui/use-change.ts';
import { CopyButton } from './copy-button.tsx';
import { DeleteDraft } from './delete-draft.tsx';
import { DifferenceView, isEmpty } from './difference-view.tsx';
import styles from './edition.module.css';
import { MergeDraft } from './merge-draft.tsx';
import { SharePreview } from './preview-dialog.tsx';
import { ProblemsTable } from './problems-table.tsx';
import { ProposalNote } from './proposal-note.tsx';
import { PublishDialog, type PublishOrder } from './publish-dialog.tsx';
import type { Difference, Draft, Problem } from './types.ts';
import { type ChangeWords, useChangeWords } from './use-change-words.ts';
import { useOtherYear } from './use-other-year.ts';

type Content = {
  problems: readonly Problem[];
  problemsTotal: number;
  warnings: readonly Problem[];
  difference: Difference | null;
};

/** What this person can do next: the label of its button, its dialog, and the call. */
type Step = {
  open: string;
  title: string;
  action: string;
  text: string;
  take(order: PublishOrder): Promise<unknown>;
};

type Props = {
  title: string;
  about: ReactNode;
  content: Content;
  words: ChangeWords;
  /** The draft, if it can be edited here. */
  editable?: number | undefined;
  /** Why it can't be published, although it has no problems. */
  blocked?: string | undefined;
  /** Above the difference. */
  note?: ReactNode;
  step: Step | undefined;
  /** Another button, in place of the step's, which publishes nothing. */
  instead?: ReactNode;
  /** Shown to those who may draft and not publish, in place of the step's button. */
  forOthers?: string;
  /** A button beside it. */
  beside?: ReactNode;
};

/** The difference between a draft or a version and the live edition, and the button of the next step. */
const Comparison = ({
  title,
  about,
  content,
  words,
  editable,
  blocked,
  note,
  step,
  instead,
  forOthers,
  beside,
}: Props) => {
  const { t } = useTranslation('edition');
  const [mayDraft, mayPublish] = [useMayDo('edition.draft'), useMayDo('edition.publish')];
  const [open, setOpen] = useState(false);
  const { difference, problems, problemsTotal, warnings } = content;
  const list = { words, editable: mayDraft ? editable : undefined };
  const isReady = difference !== null && blocked === undefined && !isEmpty(difference);
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
        {problemsTotal > 0 && <ProblemsTable problems={problems} total={problemsTotal} kind="problems" {...list} />}
        {warnings.length > 0 && <ProblemsTable problems={warnings} total={warnings.length} kind="warnings" {...list} />}
        {blocked !== undefined && <Note>{blocked}</Note>}
        {note}
        {difference && blocked === undefined && <DifferenceView difference={difference} words={words} />}
        {isReady && mayDraft && !mayPublish && forOthers !== undefined && <Note>{forOthers}</Note>}
        <div className={styles.buttons}>
          {isReady && mayDraft && instead}
          {isReady && mayPublish && !instead && step && (
            <Button tone="main" onClick={() => setOpen(true)}>
              {step.open}
            </Button>
          )}
          {beside}
        </div>
      </div>
      {open && difference && step && (
        <PublishDialog
          title={step.title}
          action={step.action}
          text={step.text}
          difference={difference}
          onClose={() => setOpen(false)}
          onPublish={step.take}
        />
      )}
    </Card>
  );
};

type Outcome = { data: { changed: boolean } };

/** What publishing does, and what is said after it, which may have changed nothing. */
const usePublishing = () => {
  const { t } = useTranslation('edition');
  const otherYearOf = useOtherYear();
  return (difference: Difference | null) => {
    const year = otherYearOf(difference);
    const isOther = year !== undefined;
    return {
      text: isOther ? t('publish.otherYear', { year }) : t('publish.text'),
      said: ({ data }: Outcome): string => {
        if (isOther) return t(data.changed ? 'said.otherYear' : 'said.sameOtherYear', { year });
        return t(data.changed ? 'said.published' : 'said.same');
      },
    };
  };
};

/** The step that this person can take with a draft: publish it, propose it to a second person, or agree to its proposal. */
const useDraftStep = (id: number) => {
  const { t } = useTranslation('edition');
  const run = useChange();
  const publishingOf = usePublishing();
  return ({ difference, proposal }: Pick<Draft, 'difference' | 'proposal'>): Step | undefined => {
    const isGuarded = (difference?.guarded.length ?? 0) > 0;
    if (isGuarded && proposal?.own) return undefined;
    if (isGuarded && !proposal) {
      return {
        open: t('propose.open'),
        title: t('draft.proposeTitle', { id }),
        action: t('propose.open'),
        text: t('propose.text'),
        take: (body) => run(() => call(proposeDraft, { params: { id }, body }), t('said.proposed')),
      };
    }
    const { text, said } = publishingOf(difference);
    return {
      open: t(isGuarded ? 'agree.open' : 'publish.open'),
      title: t('draft.publishTitle', { id }),
      action: t(isGuarded ? 'agree.open' : 'publish.action'),
      text,
      take: (body) => run(() => call(publishDraft, { params: { id }, body }), said),
    };
  };
};

/** A draft: its problems, or what publishing it would change. */
export const DraftComparison = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const query = useQuery(queryOf(readDraft, { params: { id } }));
  const words = useChangeWords(id);
  const mayDraft = useMayDo('edition.draft');
  const stepOf = useDraftStep(id);
  const otherYearOf = useOtherYear();
  if (!query.data) {
    return (
      <Card>
        <Waiting query={query} lines={4} inCard />
      </Card>
    );
  }
  const { source, uploadedAt, uploadedBy, publishedAs, outdated, proposal, sameAs, older, editable } = query.data;
  const year = otherYearOf(query.data.difference);
  const outdatedText = older ? t('older.text', { version: older.version }) : outdated ? t('draft.outdated') : undefined;
  const published = (version: number): string =>
    year === undefined ? t('draft.published', { version }) : t('draft.publishedOtherYear', { version, year });
  return (
    <Comparison
      title={t('draft.title', { id })}
      about={
        <>
          {year !== undefined && `${t('draft.otherYear', { year })} · `}
          {t(`draft.${source}`)} · {uploadedBy} · <Time at={uploadedAt} />
        </>
      }
      content={query.data}
      words={words}
      editable={editable && publishedAs === null ? id : undefined}
      blocked={publishedAs === null ? outdatedText : published(publishedAs)}
      note={
        <>
          {sameAs !== null && <Note>{t('draft.same', { id: sameAs })}</Note>}
          {older && <MergeDraft {...older} id={id} live={query.data.difference?.live ?? 0} words={words} />}
          {proposal && <ProposalNote proposal={proposal} />}
        </>
      }
      step={stepOf(query.data)}
      forOthers={t('draft.others')}
      beside={
        <>
          {query.data.problemsTotal === 0 && (
            <DownloadLink href={addressOf(downloadDraft, { params: { id } })} label={t('draft.downloadNamed', { id })}>
              {t('download')}
            </DownloadLink>
          )}
          {publishedAs === null && query.data.problemsTotal === 0 && <SharePreview id={id} />}
          {editable && publishedAs === null && mayDraft && (
            <LinkButton to="/edition/editor" search={{ draft: id }} aria-label={t('draft.editNamed', { id })}>
              {t('draft.edit')}
            </LinkButton>
          )}
          {publishedAs === null && <DeleteDraft id={id} />}
        </>
      }
    />
  );
};

/** A version: what publishing it again would change. */
export const VersionComparison = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const query = useQuery(queryOf(readVersion, { params: { id } }));
  const words = useChangeWords(undefined);
  const run = useChange();
  const publishingOf = usePublishing();
  const mayPublish = useMayDo('edition.publish');
  if (!query.data) {
    return (
      <Card>
        <Waiting query={query} lines={4} inCard />
      </Card>
    );
  }
  const { publishedAt, publishedBy, reason, problems, difference } = query.data;
  const { text, said } = publishingOf(difference);
  return (
    <Comparison
      title={t('version.title', { id })}
      about={
        <>
          <Time at={publishedAt} show="full" /> · {publishedBy ?? t('unknown')} · {reason ?? t('noReason')}
        </>
      }
      content={{ ...query.data, problemsTotal: problems.length, warnings: [] }}
      words={words}
      step={{
        open: t('version.publish'),
        title: t('version.publishTitle', { id }),
        action: t('publish.action'),
        text,
        take: (body) => run(() => call(publishVersion, { params: { id }, body }), said),
      }}
      instead={!mayPublish || (difference && difference.guarded.length > 0) ? <CopyButton id={id} /> : undefined}
    />
  );
};
