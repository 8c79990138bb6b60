import { accentContrast, COLOUR, CONTRAST_AA } from '@laurel/contracts/accent';
import { ANALYTICS_ID } from '@laurel/contracts/analytics';
import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import { REMINDERS, type VoterMail } from '@laurel/contracts/console/voter-mails';
import { enteredTime } from '@laurel/contracts/entered-time';
import {
  NOMINATING_PROOFS,
  nominatingInOrder,
  RESULTS_STAFF,
  RESULTS_VISIBILITIES,
  REVEALS,
  readPhaseTimes,
  TIE_BREAKS,
} from '@laurel/contracts/phase';
import { PHONE_PROOFS, SECOND_FACTORS } from '@laurel/contracts/verification';
import { z } from 'zod';
import { violationText } from './plain-rules.ts';
import {
  group,
  imageFile,
  inLanguages,
  link,
  list,
  localizedLine,
  localizedProse,
  missing,
  optional,
  prose,
  sponsor,
  wholeNumber,
} from './schema-parts.ts';

const time = enteredTime(violationText('time'));

const inOrder = (times: readonly (string | null)[]): boolean => {
  const set = times.filter((time) => time !== null).map((time) => Date.parse(time));
  return set.every((time, index) => index === 0 || time > (set[index - 1] ?? Number.NaN));
};

const phases = z
  .strictObject({
    nominatingOpensAt: missing(time),
    nominatingClosesAt: missing(time),
    votingOpensAt: optional(time),
    votingClosesAt: optional(time),
    winnersAnnouncedAt: optional(time),
  })
  .refine((times) => inOrder([times.votingOpensAt, times.votingClosesAt, times.winnersAnnouncedAt]), {
    error: violationText('order'),
  })
  .transform(readPhaseTimes)
  .refine(nominatingInOrder, { error: violationText('nominating') });

/** Undefined if missing, as `reverify`; GET /edition has the defaults. */
const nominating = missing(
  z.strictObject({
    proof: z.enum(NOMINATING_PROOFS).default('voter'),
    /** How many one person may put forward in a category. */
    entries: wholeNumber(1, 20).default(1),
  }),
);

const results = z
  .strictObject({
    visibility: z.enum(RESULTS_VISIBILITIES).default('live'),
    /** Whether the organisers see results by nominee before the winners are announced. */
    staff: z.enum(RESULTS_STAFF).default('open'),
    /** Joint winners if it is missing. */
    tieBreak: missing(z.enum(TIE_BREAKS)),
    publishEvery: group(
      z.strictObject({ seconds: wholeNumber(1, 86_400).default(1), votes: wholeNumber(1, 100_000).default(1) }),
    ),
  })
  .refine(({ visibility, staff }) => staff === 'open' || visibility === 'hidden', {
    path: ['staff'],
    error: violationText('embargo'),
  });

/** Undefined for `all`: a default would change the digest and the leaf of every edition. */
const announce = z
  .strictObject({ reveal: z.enum(REVEALS).default('all') })
  .nullish()
  .transform((rules) => (rules?.reveal === 'with the stage' ? rules : undefined));

/** Undefined for codes of an app alone, which every edition offers, like `reverify`. */
const twoFactor = z
  .array(z.enum(SECOND_FACTORS))
  .nullish()
  .transform((kinds) => (kinds?.includes('passkey') ? [...SECOND_FACTORS] : undefined));

const months = optional(wholeNumber(1, 120));
/** Undefined if no proof expires: null would change the digest and the leaf of every edition. */
const reverify = z
  .strictObject({ phone: months, social: months })
  .nullish()
  .transform((ages) => (ages && (ages.phone !== null || ages.social !== null) ? ages : undefined));

const accent = z
  .string()
  .regex(COLOUR, { error: violationText('colour'), abort: true })
  .refine((colour) => accentContrast(colour) >= CONTRAST_AA, {
    error: ({ input }) => violationText('contrast', { contrast: accentContrast(String(input)), needed: CONTRAST_AA }),
  });
/** Undefined without an accent and a logo, like `reverify`. */
const look = z
  .strictObject({ accent: missing(accent), logo: missing(imageFile('logos')) })
  .nullish()
  .transform((given) => (given?.accent || given?.logo ? given : undefined));

const witness = z.strictObject({
  /** A verifier key of C2SP's signed-note. keys.ts checks its id. */
  key: z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/, violationText('verifierKey')),
  url: link,
});
const MAX_WITNESSES = 16;
const MAX_AUDITORS = 16;
/** An age public key (X25519), in Bech32. keys.ts checks its checksum. */
const auditorKey = z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/, violationText('ageKey'));
const publicLog = z
  .strictObject({
    host: z.hostname(violationText('host')).optional(),
    group: wholeNumber(1, 10_000).default(20),
    delay: wholeNumber(1, 86_400).default(600),
    witnesses: z
      .array(witness)
      .max(MAX_WITNESSES, violationText('manyWitnesses', { max: MAX_WITNESSES }))
      .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, violationText('witnessTwice'))
      .default([]),
    quorum: wholeNumber(0, MAX_WITNESSES).default(0),
    auditors: z
      .array(auditorKey)
      .max(MAX_AUDITORS, violationText('manyAuditors', { max: MAX_AUDITORS }))
      .default([]),
  })
  .refine(({ witnesses, quorum }) => quorum <= witnesses.length, {
    path: ['quorum'],
    error: violationText('quorum'),
  });

const socialLink = z.strictObject({ url: link, title: localizedLine, note: optional(localizedLine) });

const links = z.strictObject({
  social: z.strictObject({ media: socialLink, messenger: socialLink, photos: socialLink, video: socialLink }),
  telegramChannel: link,
  instagramPage: link,
  contact: link,
  authenticator: z.strictObject({ appStore: link, googlePlay: link }),
  privacy: optional(link),
  rules: optional(link),
});

/** Calling codes whose phone numbers are refused (VA-06). */
const blockedRegions = z
  .array(z.string().regex(/^[1-9]\d{1,6}$/, violationText('callingCode')))
  .refine((codes) => new Set(codes).size === codes.length, violationText('codeTwice'))
  .nullish()
  .transform((codes) => codes ?? [...DEFAULT_BLOCKED_REGIONS]);

const texts = z.strictObject({
  name: localizedLine,
  hero: z.strictObject({ title: localizedLine, accent: optional(localizedLine), lead: localizedProse }),
  overview: z.strictObject({ title: localizedLine, text: localizedProse }),
  nominations: z.strictObject({ title: localizedLine, lead: optional(localizedProse) }),
  contactBanner: z.strictObject({ title: localizedLine, button: localizedLine }),
  announcement: z.strictObject({ title: localizedLine, text: optional(localizedProse) }),
  footer: localizedLine,
});

/** The hero's three notices. Each is only a text; the maintenance notice stops nothing. */
const notices = z.strictObject({
  maintenance: optional(localizedProse),
  votingIntro: optional(localizedProse),
  winnersAnnounced: optional(localizedProse),
});

/** The organisers' own words of a mail. The rest of it stays. Undefined if missing, as `reverify`. */
const mail = z
  .strictObject({
    subject: missing(localizedLine),
    opening: missing(localizedProse),
  })
  .nullish()
  .transform((words) => (words?.subject || words?.opening ? words : undefined));
const mails = z
  .strictObject({
    emailCode: mail,
    passwordCode: mail,
    socialApproved: mail,
    socialRejected: mail,
    accountUnlocked: mail,
    twoFactorReset: mail,
    accountUnused: mail,
    winnersAnnounced: mail,
    reminder: mail,
    exclusionApplied: mail,
    exclusionUndone: mail,
    objectionAnswered: mail,
  } satisfies Record<VoterMail, typeof mail>)
  .nullish()
  .transform((given) => (given && Object.values(given).some(Boolean) ? given : undefined));

/** The content of `edition.yaml`. The README lists the defaults. */
export const editionFileSchema = z.strictObject({
  year: wholeNumber(2000, 2100),
  texts,
  /** The award's own accent colour, and its mark in the header. */
  look,
  sponsors: list(sponsor, 24),
  /** Shown after the questions that every award has. */
  faq: list(z.strictObject({ question: localizedLine, answer: inLanguages(prose(1000)) }), 20),
  notices: group(notices),
  phases: group(phases),
  results: group(results),
  /** Whether each winner is public only once the stage has shown it. */
  announce,
  /** How many people must agree to an exclusion, or to a move of the phases. */
  approvals: wholeNumber(1, 2).default(1),
  /** After how many months a proof of an earlier edition counts as missing in this one. */
  reverify,
  /** Who may put somebody forward, and how often. */
  nominating,
  /** The second factors that voters may choose from. */
  twoFactor,
  /** What proves a phone. */
  phone: missing(z.strictObject({ proof: z.enum(PHONE_PROOFS).default('code') })),
  /** The public log of votes (docs/public-log.md). */
  log: group(publicLog),
  links,
  mails,
  /** Whether people who stopped on the way to their first vote are reminded. */
  reminders: missing(z.enum(REMINDERS)),
  supportEmail: z.email(violationText('email')),
  /** A service that counts the visits of people who agree to it. */
  analytics: missing(z.string().regex(ANALYTICS_ID, violationText('analytics'))),
  blockedRegions,
});
export type EditionFile = z.output<typeof editionFileSchema>;
