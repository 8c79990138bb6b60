type Props = { className?: string | undefined };

/**
 * An icon of one path, `size` pixels square, in the text's colour.
 * @param pointing whether it points in the direction of the text, so that it is mirrored in text from right to left
 */
const icon =
  (size: number, path: string, strokeWidth = 2, pointing = false) =>
  ({ className }: Props) => (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
      data-pointing={pointing || undefined}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );

/** The laurel of the brand: two branches. */
export const LaurelMark = icon(
  26,
  'M8 3C3 8 3 17 9.5 22.5M18 3c5 5 5 14-1.5 19.5M5.3 8.5c2 .2 3.2 1.3 3.6 3M4.6 13.5c2.2-.2 3.7.7 4.5 2.3M20.7 8.5c-2 .2-3.2 1.3-3.6 3M21.4 13.5c-2.2-.2-3.7.7-4.5 2.3',
  1.7,
);

export const PlusIcon = icon(18, 'M9 2v14M2 9h14');

export const CloseIcon = icon(18, 'M4 4l10 10M14 4L4 14');

export const ChevronIcon = icon(12, 'M2.5 4.5L6 8l3.5-3.5', 1.8);

export const CheckIcon = icon(16, 'M3 8.5l3.4 3.4L13 4.8');

export const CrownIcon = icon(18, 'M3 13.5L2 5.5l4 3 3-5 3 5 4-3-1 8zM3 16h12', 1.8);

export const LinkIcon = icon(
  18,
  'M7.5 10.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.25 3.25 0 0 0-4.6-4.6L9 4.4M10.5 7.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.25 3.25 0 0 0 4.6 4.6L9 13.6',
  1.6,
);

export const AwayIcon = icon(14, 'M4 10l6.5-6.5M5 3.5h5.5V9', 1.8, true);

export const ForwardIcon = icon(12, 'M4 2l4 4-4 4', 1.8, true);

export const BackIcon = icon(20, 'M12 4l-6 6 6 6', 2, true);

export const PauseIcon = icon(20, 'M7 4v12M13 4v12');

export const SearchIcon = icon(18, 'M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10zM11.8 11.8L16 16', 1.8);

export const WrenchIcon = icon(
  16,
  'M10.3 2.6a3.4 3.4 0 0 0-3.9 4.7L2.5 11.2a1.6 1.6 0 0 0 2.3 2.3l3.9-3.9a3.4 3.4 0 0 0 4.7-3.9l-2 2-1.9-.5-.5-1.9z',
  1.6,
);

export const StarIcon = icon(16, 'M8 1.8l1.7 4 4.3.4-3.3 2.8 1 4.2L8 11l-3.7 2.2 1-4.2L2 6.2l4.3-.4z', 1.6);
