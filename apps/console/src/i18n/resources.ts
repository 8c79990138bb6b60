import type account from './locales/en/account.json';
import type audit from './locales/en/audit.json';
import type common from './locales/en/common.json';
import type edition from './locales/en/edition.json';
import type editionForm from './locales/en/edition-form.json';
import type editor from './locales/en/editor.json';
import type editorImport from './locales/en/editor-import.json';
import type entries from './locales/en/entries.json';
import type errors from './locales/en/errors.json';
import type exclusions from './locales/en/exclusions.json';
import type fields from './locales/en/fields.json';
import type integrations from './locales/en/integrations.json';
import type invitation from './locales/en/invitation.json';
import type kits from './locales/en/kits.json';
import type messages from './locales/en/messages.json';
import type phases from './locales/en/phases.json';
import type problems from './locales/en/problems.json';
import type results from './locales/en/results.json';
import type reviews from './locales/en/reviews.json';
import type roleNotes from './locales/en/roleNotes.json';
import type signIn from './locales/en/signIn.json';
import type stage from './locales/en/stage.json';
import type suspicious from './locales/en/suspicious.json';
import type team from './locales/en/team.json';
import type tonight from './locales/en/tonight.json';
import type visits from './locales/en/visits.json';
import type voters from './locales/en/voters.json';

/**
 * The English texts by namespace; they define the keys. Each screen has its own namespace and loads it with its code.
 */
export interface Resources {
  account: typeof account;
  audit: typeof audit;
  common: typeof common;
  edition: typeof edition;
  'edition-form': typeof editionForm;
  'editor-import': typeof editorImport;
  editor: typeof editor;
  entries: typeof entries;
  errors: typeof errors;
  exclusions: typeof exclusions;
  fields: typeof fields;
  integrations: typeof integrations;
  invitation: typeof invitation;
  kits: typeof kits;
  messages: typeof messages;
  phases: typeof phases;
  problems: typeof problems;
  results: typeof results;
  reviews: typeof reviews;
  roleNotes: typeof roleNotes;
  signIn: typeof signIn;
  stage: typeof stage;
  suspicious: typeof suspicious;
  team: typeof team;
  tonight: typeof tonight;
  visits: typeof visits;
  voters: typeof voters;
}

export type Namespace = keyof Resources;
