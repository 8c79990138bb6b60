/**
 * What ends a tie for the first place. `draw`: lots that the root of the public log's tree decides, which ends with the last vote; in
 * base64. `waits`: that root is not known yet. `noLog`: there is no log, so equal nominees win together, as with `joint`.
 */
export type TieBreak =
  | { readonly rule: 'joint' | 'waits' | 'noLog' }
  | { readonly rule: 'draw'; readonly root: string };
