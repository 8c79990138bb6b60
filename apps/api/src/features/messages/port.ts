/** Finds accounts by a text; `more` says whether others match, too. */
export type FindAccounts = (text: string) => Promise<{ ids: string[]; more: boolean }>;
