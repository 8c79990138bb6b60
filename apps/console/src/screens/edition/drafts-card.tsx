import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Time } from '../../ui/time.tsx';
import type { DraftSummary } from './types.ts';

const SHOWN = 5;

/** The newest uploads that were not published; nothing if there are none. */
export const DraftsCard = ({ drafts }: { drafts: readonly DraftSummary[] }) => {
  const { t } = useTranslation('edition');
  const open = drafts.filter(({ publishedAs }) => publishedAs === null).slice(0, SHOWN);
  if (open.length === 0) return null;
  return (
    <Card title={t('drafts.title')}>
      <ItemList
        items={open.map(({ id, source, uploadedAt, uploadedBy, problemsTotal }) => ({
          id: String(id),
          title: t('draft.title', { id }),
          chips:
            problemsTotal > 0 ? (
              <Chip tone="bad">{t('drafts.problems', { count: problemsTotal })}</Chip>
            ) : (
              <Chip tone="ok">{t('drafts.ready')}</Chip>
            ),
          detail: (
            <>
              {t(`draft.${source}`)} · {uploadedBy} · <Time at={uploadedAt} />
            </>
          ),
          action: (
            <LinkButton to="/edition" search={{ draft: id }} small aria-label={t('drafts.openNamed', { id })}>
              {t('drafts.open')}
            </LinkButton>
          ),
        }))}
      />
    </Card>
  );
};
