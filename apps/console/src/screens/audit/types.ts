/** What the address of the screen says. Times are in ISO 8601. */
export type AuditSearch = { person?: string; action?: string; from?: string; until?: string };
