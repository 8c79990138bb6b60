/** All reasons why a text, a tile or a proof is refused. */
export type TlogErrorCode =
  /** A verifier key that can't be read, or whose id is not that of its public key. */
  | 'key.malformed'
  /** A text that is no signed note. */
  | 'note.malformed'
  /** A note without a signature of a key that was asked for. */
  | 'note.unsigned'
  /** A signature that names a key that was asked for, and that this key did not make. */
  | 'note.forged'
  /** A note whose text is no checkpoint. */
  | 'checkpoint.malformed'
  /** A checkpoint of another log. */
  | 'checkpoint.origin'
  /** A checkpoint that too few witnesses cosigned. */
  | 'checkpoint.quorum'
  /** A text that is no tlog-proof. */
  | 'proof.malformed'
  /** Hashes that do not lead from the leaf, or from the older tree, to the root. */
  | 'proof.wrong'
  /** A tile whose length or content is not that of its place. */
  | 'tile.malformed'
  /** An index or a size outside of the tree, or above 2^53 - 1. */
  | 'tree.range'
  /** A text that is no tlog-policy. */
  | 'policy.malformed';

/** The only error that this package throws for input from others. `detail` is a sentence for the program's log. */
export class TlogError extends Error {
  readonly code: TlogErrorCode;
  readonly detail: string;

  constructor(code: TlogErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'TlogError';
    this.code = code;
    this.detail = detail;
  }
}
