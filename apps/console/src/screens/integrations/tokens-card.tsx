import { useTranslation } from 'react-i18next';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Token } from './types.ts';

type Props = { tokens: readonly Token[]; onAdd(): void; onRevoke(token: Token): void };

/** The keys that read the API. Owners make and revoke them. */
export const TokensCard = ({ tokens, onAdd, onRevoke }: Props) => {
  const { t } = useTranslation(['integrations', 'common']);
  const mayChange = useMayDo('team.change');
  const add = mayChange && (
    <Button small tone="main" onClick={onAdd}>
      {t('tokens.add')}
    </Button>
  );
  return (
    <Card title={t('tokens.title')} beside={add}>
      {tokens.length === 0 && <Empty title={t('tokens.none')}>{t('tokens.noneText')}</Empty>}
      <ItemList
        items={tokens.map((token) => ({
          id: token.id,
          title: token.name,
          chips: <Chip tone="accent">{t(`common:roles.${token.role}`)}</Chip>,
          detail: (
            <>
              {token.scopes.map((scope) => t(`common:nav.${scope}`)).join(' · ')}
              <br />
              {t('tokens.by', { by: token.madeBy })} <Time at={token.madeAt} />
              {' · '}
              {token.lastUsedAt === null ? (
                t('tokens.unused')
              ) : (
                <>
                  {t('tokens.used')} <Time at={token.lastUsedAt} />
                </>
              )}
            </>
          ),
          action: mayChange && (
            <Button
              small
              tone="danger"
              aria-label={t('tokens.revokeTitle', { name: token.name })}
              onClick={() => onRevoke(token)}
            >
              {t('tokens.revoke')}
            </Button>
          ),
        }))}
      />
      <p>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('tokens.docs')}
        </a>
      </p>
    </Card>
  );
};
