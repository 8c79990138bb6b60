type Props = { className?: string | undefined };

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The laurel of the brand: two branches. */
export const LaurelMark = ({ className }: Props) => (
  <svg
    className={className}
    width="26"
    height="26"
    viewBox="0 0 26 26"
    aria-hidden="true"
    {...stroke}
    strokeWidth={1.7}
  >
    <path d="M8 3C3 8 3 17 9.5 22.5M18 3c5 5 5 14-1.5 19.5" />
    <path d="M5.3 8.5c2 .2 3.2 1.3 3.6 3M4.6 13.5c2.2-.2 3.7.7 4.5 2.3M20.7 8.5c-2 .2-3.2 1.3-3.6 3M21.4 13.5c-2.2-.2-3.7.7-4.5 2.3" />
  </svg>
);

export const PlusIcon = ({ className }: Props) => (
  <svg className={className} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" {...stroke}>
    <path d="M9 2v14M2 9h14" />
  </svg>
);

export const CloseIcon = ({ className }: Props) => (
  <svg className={className} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" {...stroke}>
    <path d="M4 4l10 10M14 4L4 14" />
  </svg>
);

export const CheckIcon = ({ className }: Props) => (
  <svg className={className} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" {...stroke}>
    <path d="M3 8.5l3.4 3.4L13 4.8" />
  </svg>
);

export const CrownIcon = ({ className }: Props) => (
  <svg
    className={className}
    width="18"
    height="18"
    viewBox="0 0 18 18"
    aria-hidden="true"
    {...stroke}
    strokeWidth={1.8}
  >
    <path d="M3 13.5L2 5.5l4 3 3-5 3 5 4-3-1 8zM3 16h12" />
  </svg>
);

export const LinkIcon = ({ className }: Props) => (
  <svg
    className={className}
    width="18"
    height="18"
    viewBox="0 0 18 18"
    aria-hidden="true"
    {...stroke}
    strokeWidth={1.6}
  >
    <path d="M7.5 10.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.25 3.25 0 0 0-4.6-4.6L9 4.4M10.5 7.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.25 3.25 0 0 0 4.6 4.6L9 13.6" />
  </svg>
);

export const AwayIcon = ({ className }: Props) => (
  <svg
    className={className}
    width="14"
    height="14"
    viewBox="0 0 14 14"
    aria-hidden="true"
    {...stroke}
    strokeWidth={1.8}
  >
    <path d="M4 10l6.5-6.5M5 3.5h5.5V9" />
  </svg>
);

export const WrenchIcon = ({ className }: Props) => (
  <svg
    className={className}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    aria-hidden="true"
    {...stroke}
    strokeWidth={1.6}
  >
    <path d="M10.3 2.6a3.4 3.4 0 0 0-3.9 4.7L2.5 11.2a1.6 1.6 0 0 0 2.3 2.3l3.9-3.9a3.4 3.4 0 0 0 4.7-3.9l-2 2-1.9-.5-.5-1.9z" />
  </svg>
);

export const StarIcon = ({ className }: Props) => (
  <svg
    className={className}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    aria-hidden="true"
    {...stroke}
    strokeWidth={1.6}
  >
    <path d="M8 1.8l1.7 4 4.3.4-3.3 2.8 1 4.2L8 11l-3.7 2.2 1-4.2L2 6.2l4.3-.4z" />
  </svg>
);
