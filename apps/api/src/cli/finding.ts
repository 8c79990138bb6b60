/** What a check found: how things stand, or what is wrong and what to do about it. */
export type Finding =
  | {
      ok: true;
      detail: string;
      /** It was not looked at, for the reason in `detail`. */
      skipped?: true;
    }
  | { ok: false; detail: string; advice: string };

export const good = (detail: string): Finding => ({ ok: true, detail });
export const skipped = (detail: string): Finding => ({ ok: true, detail, skipped: true });
export const bad = (detail: string, advice: string): Finding => ({ ok: false, detail, advice });
