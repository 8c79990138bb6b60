import { createDraft } from './draft.ts';

/** The criteria as they are typed: lists with one value in each line, and times in the award's time zone. */
export type Criteria = {
  networks: string;
  from: string;
  until: string;
  nominees: string[];
  categories: string[];
  numbers: string;
  mailDomains: string;
  timeZones: string;
  userAgents: string;
  accounts: string;
  voters: string;
};

export const NO_CRITERIA: Criteria = {
  networks: '',
  from: '',
  until: '',
  nominees: [],
  categories: [],
  numbers: '',
  mailDomains: '',
  timeZones: '',
  userAgents: '',
  accounts: '',
  voters: '',
};

/** The reasons of an exclusion, as they are typed. */
export type Reasons = { publicReason: { en: string; uk: string }; reason: string; evidence?: string | undefined };

export const NO_REASONS: Reasons = { publicReason: { en: '', uk: '' }, reason: '', evidence: '' };

/** The form of a new exclusion. `people` is their number if another screen selected them. */
export const exclusionDraft = createDraft<{ criteria: Criteria; reasons: Reasons; people?: number }>();
