import type { TFunction } from 'i18next';

/** Translates; a key without a namespace belongs to `voting`. */
export type Texts = TFunction<readonly ['voting', 'account', 'twoFactor', 'social', 'errors']>;
