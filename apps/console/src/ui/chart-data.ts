export type Series = {
  label: string;
  /** One value per moment; null where there is none. */
  values: readonly (number | null)[];
  /** `usual` is dashed and pale: what to compare with. */
  tone?: 'accent' | 'warn' | 'bad' | 'usual';
};

export type ChartProps = {
  /** What the picture says, in one sentence: `Votes a minute: 104 now, usually 31`. */
  summary: string;
  /** Moments in seconds since 1970, ascending. */
  moments: readonly number[];
  series: readonly Series[];
  height?: number;
  format?(value: number): string;
};
