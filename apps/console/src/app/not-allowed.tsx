import { type Action, PERMISSIONS } from '@laurel/contracts/console/permissions';
import { localeOf } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { useMe } from '../session/me.ts';
import { Card } from '../ui/card.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';

/** Shown in place of a screen that the person's role may not see. Names the roles that may. */
export const NotAllowed = ({ action }: { action: Action }) => {
  const { t } = useTranslation();
  const { person } = useMe();
  const list = new Intl.ListFormat(localeOf(useLanguage()), { type: 'disjunction' });
  return (
    <>
      <ScreenHead title={t('notAllowed.title')} />
      <Card>
        <p>
          {t('notAllowed.text', {
            role: t(`roles.${person.role}`),
            roles: list.format(PERMISSIONS[action].map((role) => t(`roles.${role}`))),
          })}
        </p>
      </Card>
    </>
  );
};
