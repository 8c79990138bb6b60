import type { Winners } from '@laurel/contracts/console/stage';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import eclipse from './eclipse.module.css';
import styles from './slide.module.css';

/** What every slide may need. */
export type Stage = {
  award: string;
  logos: ReadonlyMap<string, string>;
  winners: Readonly<Record<string, Winners>>;
  /** Since when the slide is shown, milliseconds since 1970. */
  since: number;
};

/** Custom properties, which the type of React's styles does not know. */
export const vars = (values: Record<`--${string}`, string | number>): CSSProperties => values;

/** A heading that gets smaller until it fits in a height, in hundredths of the slide's width; rather in one line than in two. */
export const Fit = ({
  high,
  className,
  children,
}: {
  high: number;
  className?: string | undefined;
  children: ReactNode;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const node = heading.current;
    const limit = ((node?.closest('[data-slide]')?.clientWidth ?? 0) * high) / 100;
    for (let size = 1; node && size > 0.2; size -= 0.04) {
      node.style.setProperty('--size', String(size));
      const fits = (lines: string): boolean => {
        node.style.whiteSpace = lines;
        return node.scrollWidth <= node.clientWidth && node.offsetHeight <= limit;
      };
      if (fits('nowrap') || fits('normal')) return;
    }
  });
  return (
    <h2 ref={heading} className={cx(styles.title, className)} translate="no">
      {children}
    </h2>
  );
};

/** The eclipse: the one light of the show. */
export const Eclipse = ({ angle = 0 }: { angle?: number }) => (
  <div className={eclipse.eclipse} style={vars({ '--a': `${angle}deg` })}>
    <b />
  </div>
);

export const Logo = ({ file, stage }: { file: string; stage: Stage }) => (
  <img src={stage.logos.get(file)} alt="" className={styles.logo} />
);

export const Foot = ({ children, beside }: { children: ReactNode; beside?: ReactNode }) => (
  <p className={styles.foot}>
    <svg viewBox="0 0 26 26" aria-hidden="true">
      <path d="M8 3C3 8 3 17 9.500 22.500M18 3c5 5 5 14-1.500 19.500" />
      <path d="M5.300 8.500c2 .2 3.200 1.300 3.600 3M4.600 13.500c2.200-.2 3.700.7 4.500 2.300M20.700 8.500c-2 .2-3.200 1.300-3.600 3M21.400 13.500c-2.200-.2-3.700.7-4.500 2.300" />
    </svg>
    <span translate="no">{children}</span>
    {beside !== undefined && <span className={styles.beside}>{beside}</span>}
  </p>
);
