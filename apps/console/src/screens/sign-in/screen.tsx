import { signIn, signInOptions } from '@laurel/contracts/console/calls/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { getPasskey, hasPasskeys, PasskeyFailure } from '../../lib/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Lone } from '../../ui/lone.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Trouble } from '../../ui/trouble.tsx';

/** Signs in with a passkey, and goes back to the screen where the person was. */
export const Screen = () => {
  const { t } = useTranslation('signIn');
  const { back } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const queryClient = useQueryClient();
  const entering = useMutation({
    mutationFn: async () => {
      const { data } = await call(signInOptions, { body: {} });
      await call(signIn, { body: { passkey: await getPasskey(data.options) } });
    },
    onSuccess: async () => {
      // The cache may hold what another person loaded in this browser.
      queryClient.clear();
      if (back === undefined) await router.navigate({ to: '/tonight', replace: true });
      else await router.navigate({ href: back, replace: true });
    },
  });
  const trouble = hasPasskeys() ? entering.error : new PasskeyFailure('unsupported');
  return (
    <Lone>
      <ScreenHead title={t('title')} lead={t('lead')} />
      {trouble !== null && <Trouble error={trouble} />}
      <Button tone="main" busy={entering.isPending} onClick={() => entering.mutate()}>
        {t('action')}
      </Button>
      <p>{t('help')}</p>
    </Lone>
  );
};
