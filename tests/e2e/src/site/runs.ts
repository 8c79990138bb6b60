/** Both languages, on a phone and on a computer, in as few runs as possible. */
export const RUNS = [
  ['uk', 360],
  ['en', 1440],
] as const;
