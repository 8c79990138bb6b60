/** The reasons of an exclusion, as they are typed. */
export type Reasons = { publicReason: { en: string; uk: string }; reason: string; evidence?: string | undefined };

export const NO_REASONS: Reasons = { publicReason: { en: '', uk: '' }, reason: '', evidence: '' };
