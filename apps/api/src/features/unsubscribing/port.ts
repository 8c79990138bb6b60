import type { Language } from '@laurel/contracts/languages';

/** The link by which a person ends such mails, for one of them. */
export type StopUrlOf = (accountId: string, language: Language) => string;
