import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as Popover from 'radix-ui/popover';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut, userInfoQuery } from '../features/account/api.ts';
import { isVerified } from '../features/account/flow.ts';
import { useLanguage } from '../i18n/language.ts';
import { initialsOf } from '../lib/person.ts';
import { stored } from '../lib/stored.ts';
import { useSession } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { CheckIcon } from '../ui/icons.tsx';
import styles from './avatar-menu.module.css';

type LineProps = { text: string; standing?: 'checking' | 'verified' | 'notVerified' };

const Line = ({ text, standing }: LineProps) => {
  const { t } = useTranslation('page');
  return (
    <li>
      <span>{text}</span>
      {standing && (
        <small className={cx(standing === 'verified' && styles.verified)}>
          {standing === 'verified' && <CheckIcon />}
          {t(standing)}
        </small>
      )}
    </li>
  );
};

/** Who is logged in, what they have confirmed, and the way out. */
const AvatarMenu = () => {
  const { t } = useTranslation('page');
  const language = useLanguage();
  const client = useQueryClient();
  const { token, user } = useSession();
  const { data: verifications, isPending } = useQuery(userInfoQuery(token));
  const [busy, setBusy] = useState(false);

  const standing = (...types: readonly string[]) => {
    if (isPending) return 'checking';
    return isVerified(verifications ?? [], ...types) ? 'verified' : 'notVerified';
  };
  const instagram = stored.signupData.read()?.instagram;
  const network = isVerified(verifications ?? [], 'TELEGRAM_SUBSCRIPTION') ? 'Telegram' : undefined;

  const leave = async () => {
    setBusy(true);
    await logOut();
    client.removeQueries({ queryKey: ['users'] });
    client.removeQueries({ queryKey: ['vote', 'my-votes'] });
  };

  const name = user?.name ?? t('unknownName');
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.avatar}>
        <span aria-hidden="true">{initialsOf(user?.name, language)}</span>
        <span className="visually-hidden">{t('account', { name })}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.menu}
          aria-label={t('account', { name })}
          align="end"
          sideOffset={10}
          collisionPadding={12}
        >
          <p className={styles.name}>{name}</p>
          <ul className={styles.lines}>
            <Line text={user?.email ?? t('noEmail')} />
            <Line text={user?.phoneNumber ?? t('noPhone')} standing={standing('PHONE')} />
            <Line
              text={network ?? (instagram === undefined ? t('social') : `@${instagram}`)}
              standing={standing('TELEGRAM_SUBSCRIPTION', 'INSTAGRAM_SUBSCRIPTION')}
            />
          </ul>
          <Button tone="ghost" full busy={busy} onClick={() => void leave()}>
            {t('logOut')}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

export default AvatarMenu;
