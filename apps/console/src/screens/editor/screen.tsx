import { EDITION_SECTIONS } from '@laurel/contracts/console/edition-fields';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isMap } from '../../lib/draft-fields.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Conflicts } from './conflicts.tsx';
import { EditionForm } from './edition-form.tsx';
import styles from './editor.module.css';
import { Icon } from './icons.tsx';
import { NomineeTable } from './nominee-table.tsx';
import { kindOf } from './outline.ts';
import { Present } from './presence.tsx';
import { Tree } from './tree.tsx';
import { DraftContext, type OpenDraft, useDraft, useOpenDraft } from './use-draft.ts';
import { useNames } from './use-names.ts';

const NomineeForm = lazy(() => import('./nominee-form.tsx'));

/** What the state of the draft is, in words. */
const Saving = () => {
  const { t } = useTranslation('editor');
  const { saving, error, mayEdit, fields, refresh, drop } = useDraft();
  if (fields?.publishedAs != null) return <Note>{t('published', { version: fields.publishedAs })}</Note>;
  if (!mayEdit) return <p className={styles.saving}>{t('readOnly')}</p>;
  if (saving === 'refused') {
    return (
      <div className={styles.refused}>
        <Failure error={error} onRetry={refresh} />
        <Button small onClick={drop}>
          {t('drop')}
        </Button>
      </div>
    );
  }
  return (
    <p role="status" className={styles.saving} data-saving={saving}>
      {t(`saving.${saving}`)}
    </p>
  );
};

/** What is open beside the tree. */
const Work = ({ at }: { at: string | undefined }) => {
  const { t } = useTranslation('editor');
  const { nominations } = useDraft();
  const nameOf = useNames();
  const section = EDITION_SECTIONS.find((each) => at === `edition.${each}`);
  if (section !== undefined) {
    return (
      <div className={styles.section}>
        <EditionForm section={section} />
      </div>
    );
  }
  const nomination = nominations.find(({ path }) => `${at}.`.startsWith(`${path}.`));
  const category = nomination?.categories.find(({ path }) => `${at}.`.startsWith(`${path}.`));
  const nominee = category?.nominees.find(({ path }) => path === at);
  const categories = category ? [category] : (nomination?.categories ?? nominations.flatMap((each) => each.categories));
  return (
    <>
      <NomineeTable
        key={category?.path ?? nomination?.path}
        title={nameOf((category ?? nomination)?.name ?? {}, t('tree.all'))}
        above={category && nomination ? nameOf(nomination.name) : ''}
        categories={categories}
        item={category ?? nomination}
        open={nominee?.path}
      />
      {nominee && category && (
        <Suspense fallback={<Loading lines={6} />}>
          <NomineeForm key={nominee.path} nominee={nominee} category={category} />
        </Suspense>
      )}
    </>
  );
};

const Editor = ({ draft, at }: { draft: OpenDraft; at: string | undefined }) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const { fields, error, refresh, enter, conflicts, id } = draft;
  const name = draft.get('texts.name');
  const texts = isMap(name) ? { en: String(name.en ?? ''), uk: String(name.uk ?? '') } : {};
  const year = String(draft.get('year') ?? '');
  useEffect(() => enter(at ?? null), [at, enter]);
  if (!fields) {
    return (
      <>
        <ScreenHead title={t('title', { id })} />
        {error === undefined ? <Loading lines={8} /> : <Failure error={error} onRetry={refresh} />}
      </>
    );
  }
  const kind = at === undefined ? 'tree' : kindOf(at);
  // One step up: from a nominee to its category, from that to its nomination.
  const above = kind === 'nominee' ? 4 : kind === 'category' ? 2 : 0;
  const back = above > 0 ? at?.split('.').slice(0, above).join('.') : undefined;
  return (
    <DraftContext value={draft}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is */}
      <div
        className={styles.editor}
        data-shows={kind}
        onFocus={({ target }) => {
          const field = target.closest<HTMLElement>('[data-field]')?.dataset.field;
          enter(field ?? at ?? null);
        }}
      >
        <div className={styles.bar}>
          {kind !== 'tree' && (
            <Link
              to="/edition/editor"
              search={{ draft: id, at: back }}
              resetScroll={false}
              className={styles.backButton}
              aria-label={t('back')}
            >
              <Icon name="back" />
            </Link>
          )}
          <ScreenHead
            title={`${nameOf(texts, t('title', { id }))} ${year}`.trim()}
            lead={fields.name ?? t('title', { id })}
          />
          <div className={styles.state}>
            <Saving />
            <span className={styles.avatars}>
              <Present />
            </span>
            <LinkButton tone="main" to="/edition" search={{ draft: id }}>
              {t('review')}
            </LinkButton>
          </div>
        </div>
        {conflicts.length > 0 && <Conflicts />}
        <div className={styles.work}>
          <Tree at={at} />
          <Work at={at} />
        </div>
        <div id="editor-news" role="status" className="visually-hidden" />
      </div>
    </DraftContext>
  );
};

const OpenEditor = ({ id, at }: { id: number; at: string | undefined }) => <Editor draft={useOpenDraft(id)} at={at} />;

/** The editor of a draft: its award, its nominations, and its nominees as visitors see them. */
export const Screen = () => {
  const { t } = useTranslation('editor');
  const { draft, at } = useSearch({ from: '/console/edition/editor' });
  if (draft !== undefined) return <OpenEditor key={draft} id={draft} at={at} />;
  return (
    <>
      <ScreenHead title={t('noDraft')} />
      <Empty title={t('noDraftText')}>
        <LinkButton to="/edition">{t('toEdition')}</LinkButton>
      </Empty>
    </>
  );
};
