import { useTranslation } from 'react-i18next';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './edition.module.css';
import type { DraftSummary } from './types.ts';

const SHOWN = 5;

const StateChip = ({
  draft: { problemsTotal, outdated, proposedBy },
}: {
  draft: Pick<DraftSummary, 'problemsTotal' | 'outdated' | 'proposedBy'>;
}) => {
  const { t } = useTranslation('edition');
  if (problemsTotal > 0) return <Chip tone="bad">{t('drafts.problems', { count: problemsTotal })}</Chip>;
  if (outdated) return <Chip tone="warn">{t('drafts.outdated')}</Chip>;
  if (proposedBy !== null) return <Chip tone="warn">{t('drafts.proposed', { by: proposedBy })}</Chip>;
  return <Chip tone="ok">{t('drafts.ready')}</Chip>;
};

/** The newest drafts that were not published. Renders nothing if there are none. */
export const DraftsCard = ({ drafts }: { drafts: readonly DraftSummary[] }) => {
  const { t } = useTranslation('edition');
  const mayDraft = useMayDo('edition.draft');
  const open = drafts.filter(({ publishedAs }) => publishedAs === null).slice(0, SHOWN);
  if (open.length === 0) return null;
  return (
    <Card title={t('drafts.title')}>
      <ItemList
        items={open.map(({ id, source, uploadedAt, uploadedBy, editable, ...draft }) => ({
          id: String(id),
          title: t('draft.title', { id }),
          chips: <StateChip draft={draft} />,
          detail: (
            <>
              {t(`draft.${source}`)} · {uploadedBy} · <Time at={uploadedAt} />
            </>
          ),
          action: (
            <span className={styles.beside}>
              {mayDraft && editable && (
                <LinkButton
                  to="/edition/editor"
                  search={{ draft: id }}
                  small
                  aria-label={t('drafts.editNamed', { id })}
                >
                  {t('drafts.edit')}
                </LinkButton>
              )}
              <LinkButton to="/edition" search={{ draft: id }} small aria-label={t('drafts.openNamed', { id })}>
                {t('drafts.open')}
              </LinkButton>
            </span>
          ),
        }))}
      />
    </Card>
  );
};
