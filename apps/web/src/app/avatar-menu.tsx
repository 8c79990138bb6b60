import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as Popover from 'radix-ui/popover';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut, userInfoQuery } from '../features/account/api.ts';
import { useEdition } from '../features/edition/context.ts';
import { loadModals } from '../features/journey/load-modals.ts';
import { pastWarning } from '../features/journey/past-warning.ts';
import { JOURNEY_STEPS } from '../features/journey/reducer.ts';
import { dispatch } from '../features/journey/store.ts';
import { useVerification } from '../features/journey/use-verification.ts';
import {
  networkName,
  openStepOf,
  phoneState,
  socialState,
  type VerificationState,
} from '../features/journey/verification-state.ts';
import { OWN_VOTES_KEY } from '../features/voting/api.ts';
import { useLanguage } from '../i18n/language.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { whileOpening } from '../lib/opening.ts';
import { ownSignup } from '../lib/own-signup.ts';
import { initialsOf } from '../lib/person.ts';
import { openModal, useModals } from '../modals/store.ts';
import type { ModalRequest } from '../modals/types.ts';
import { useSession } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { CheckIcon, CloseIcon } from '../ui/icons.tsx';
import styles from './avatar-menu.module.css';

const SIGNS = {
  checking: <i className={styles.spinner} />,
  inProgress: <i className={styles.spinner} />,
  verified: <CheckIcon />,
  failed: <CloseIcon />,
  notVerified: null,
} as const satisfies Record<VerificationState, ReactNode>;

const Line = ({ text, state }: { text: string; state?: VerificationState }) => {
  const { t } = useTranslation('menu');
  return (
    <li>
      <bdi>{text}</bdi>
      {state && (
        <small data-verification={state}>
          {SIGNS[state]}
          {t(state)}
        </small>
      )}
    </li>
  );
};

/** The user's name, verifications, FAQ and logout. */
const AvatarMenu = () => {
  useState(addModalTexts);
  const { t } = useTranslation(['menu', 'page', 'voting']);
  const language = useLanguage();
  const client = useQueryClient();
  const { token, user } = useSession();
  const { data: known, isPending: asking } = useQuery(userInfoQuery(token));
  const verifications = known?.verifications;
  const { status } = useVerification();
  const { phase, twoFactor } = useEdition();
  const openStep = openStepOf({ verifications, asking, status });
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);

  /** The modal that the pressed button opens, while the code of the modals loads. */
  const wanted = useRef<ModalRequest>(undefined);

  const change = (opens: boolean) => {
    wanted.current = undefined;
    setOpen(opens);
  };

  const show = async (request: ModalRequest) => {
    wanted.current = request;
    // While the code loads, the menu stays open and the pressed button is busy. A failure is shown when the modal
    // opens.
    await whileOpening(() => loadModals().catch(() => undefined));
    // The menu was closed meanwhile, or another button was pressed.
    if (wanted.current !== request) return;
    // The menu closes, so a modal that opens now returns the focus to the menu's button.
    trigger.current?.focus();
    change(false);
    openModal(request);
  };

  const leave = async () => {
    change(false);
    // The server would reject running requests of the old session.
    await client.cancelQueries();
    await logOut();
    // The next visitor may be another person.
    dispatch({ type: 'voteEnded' });
    client.removeQueries({ queryKey: ['users'] });
    client.removeQueries({ queryKey: OWN_VOTES_KEY });
  };

  const name = user?.name || t('unknownName');
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger ref={trigger} className={styles.avatar}>
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
          onCloseAutoFocus={(event) => {
            if (useModals.getState().current) event.preventDefault();
          }}
        >
          <p className={styles.name}>{name}</p>
          <ul className={styles.lines}>
            <Line text={user?.email || t('noEmail')} />
            <Line text={user?.phoneNumber || t('noPhone')} state={phoneState({ verifications, asking })} />
            <Line
              text={networkName(verifications, ownSignup(user?.email)?.instagram) ?? t('social')}
              state={socialState({ verifications, asking, status })}
            />
          </ul>
          <div className={styles.acts}>
            {phase === 'open' && openStep && (
              <Button full onClick={() => void show({ type: openStep.modal, props: {} })}>
                {t('voting:standing.finish', { step: openStep.step, total: JOURNEY_STEPS })}
              </Button>
            )}
            <Button tone="ghost" full onClick={() => void show({ type: 'myVotes', props: {} })}>
              {t('voting:myVotes')}
            </Button>
            <Button tone="ghost" full onClick={() => void show({ type: 'backupCodes', props: {} })}>
              {t('backupCodes')}
            </Button>
            {twoFactor && (
              <Button tone="ghost" full onClick={() => void show({ type: 'addFactor', props: {} })}>
                {t('addFactor')}
              </Button>
            )}
            {user?.factors?.includes('passkey') && (
              <Button tone="ghost" full onClick={() => void show({ type: 'passkeys', props: {} })}>
                {t('passkeys')}
              </Button>
            )}
            <Button tone="ghost" full onClick={() => void show(pastWarning({ type: 'faq', props: {} }))}>
              {t('page:faq')}
            </Button>
            <Button tone="ghost" full onClick={() => void leave()}>
              {t('logOut')}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

export default AvatarMenu;
