import { parseJson } from '@laurel/contracts/json';
import { type AccountDraft, accountDraftSchema } from '@laurel/contracts/storage';
import { readTab, writeTab } from '../../lib/tab-storage.ts';
import { draftOf } from './flow.ts';

/** The values that were typed into the login and signup forms of this tab. */
export const readDraft = (): AccountDraft =>
  accountDraftSchema.safeParse(parseJson(readTab('accountDraft') ?? '')).data ?? {};

/** Stores typed values, so that they survive a closed form and a reload. Passwords and codes are never stored. */
export const storeDraft = (typed: AccountDraft): void => {
  const draft = draftOf({ ...readDraft(), ...typed });
  writeTab('accountDraft', draft && JSON.stringify(draft));
};
