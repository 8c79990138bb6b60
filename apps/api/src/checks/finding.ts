/** What a check found: how things stand, or what is wrong and what to do about it. */
export type Finding =
  | {
      ok: true;
      detail: string;
      /** It was not looked at, for the reason in `detail`. */
      skipped?: true;
      /** What to do before going live; a trial runs without. */
      advice?: string;
    }
  | { ok: false; detail: string; advice: string };

/** A check and its name. */
export type Check = readonly [name: string, run: () => Promise<Finding>];

export const good = (detail: string): Finding => ({ ok: true, detail });
export const skipped = (detail: string): Finding => ({ ok: true, detail, skipped: true });
export const bad = (detail: string, advice: string): Finding => ({ ok: false, detail, advice });
export const todo = (detail: string, advice: string): Finding => ({ ok: true, detail, advice });
