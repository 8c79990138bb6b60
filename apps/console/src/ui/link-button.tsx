import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import button from './button.module.css';
import { cx } from './cx.ts';

type Props = ComponentProps<'a'> & { tone?: 'main' | 'plain' | 'quiet'; small?: boolean };

/** A link to another screen that looks like a button. */
export const LinkButton = createLink(({ tone = 'plain', small = false, className, ...rest }: Props) => (
  <a {...rest} className={cx(button.button, button[tone], small && button.small, className)} />
));
