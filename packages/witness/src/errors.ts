/** Why a witness can't start or sign. Its message is for the person who runs it. */
export class WitnessError extends Error {
  override name = 'WitnessError';
}

/** The code of an error of the operating system, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
