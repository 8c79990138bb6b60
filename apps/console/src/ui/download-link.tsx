import type { ReactNode } from 'react';
import button from './button.module.css';
import { cx } from './cx.ts';

type Props = { href: string; label?: string; children: ReactNode };

/** A link to a file of the server, which the browser saves. */
export const DownloadLink = ({ href, label, children }: Props) => (
  <a href={href} download aria-label={label} className={cx(button.button, button.small)}>
    {children}
  </a>
);
