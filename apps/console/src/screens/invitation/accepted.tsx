import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/link-button.tsx';
import { Lone } from '../../ui/lone.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';

/** Shown after an invitation was accepted. Recommends a second passkey, in case the first device is lost. */
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
