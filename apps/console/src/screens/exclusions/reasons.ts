/** Why votes are excluded, as it is typed. */
export type Reasons = { publicReason: { en: string; uk: string }; reason: string; evidence?: string | undefined };

export const NO_REASONS: Reasons = { publicReason: { en: '', uk: '' }, reason: '', evidence: '' };
