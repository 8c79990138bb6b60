import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyButton } from '../../ui/key-button.tsx';
import { type Acts, KEYS } from './types.ts';

type Props = Pick<ComponentProps<typeof KeyButton>, 'tone' | 'small' | 'className'> & {
  act: keyof Acts;
  acts: Acts;
  letters: boolean;
};

/** A button for something that can be done; nothing while it can't. */
export const ActButton = ({ act, acts, letters, ...look }: Props) => {
  const { t } = useTranslation('entries');
  const run = acts[act];
  const key = letters ? KEYS.find(([each]) => each === act)?.[1] : undefined;
  return (
    run && (
      <KeyButton {...look} letter={key} onClick={run}>
        {t(`act.${act}`)}
      </KeyButton>
    )
  );
};
