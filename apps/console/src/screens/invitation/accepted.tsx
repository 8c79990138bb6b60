import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/link-button.tsx';
import { Lone } from '../../ui/lone.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';

/** After an invitation: a second passkey lets the person in when the first device is lost. */
export const Accepted = () => {
  const { t } = useTranslation('invitation');
  return (
    <Lone>
      <ScreenHead title={t('accepted.title')} lead={t('accepted.lead')} />
      <LinkButton tone="main" to="/account" replace>
        {t('accepted.second')}
      </LinkButton>
      <LinkButton to="/tonight" replace>
        {t('accepted.later')}
      </LinkButton>
    </Lone>
  );
};
