/** The result of a check: the state, or a problem and its remedy. */
export type Finding =
  | {
      ok: true;
      detail: string;
      /** Not checked, for the reason in `detail`. */
      skipped?: true;
      /** A task before going live; a trial works without it. */
      advice?: string;
    }
  | { ok: false; detail: string; advice: string };

/** A named check. */
export type Check = readonly [name: string, run: () => Promise<Finding>];

export const good = (detail: string): Finding => ({ ok: true, detail });
export const skipped = (detail: string): Finding => ({ ok: true, detail, skipped: true });
export const bad = (detail: string, advice: string): Finding => ({ ok: false, detail, advice });
export const todo = (detail: string, advice: string): Finding => ({ ok: true, detail, advice });
