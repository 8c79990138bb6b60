import { z } from 'zod';
import { localized, publicNominee } from './nominee.ts';
import { NOMINATING_PROOFS, RESULTS_VISIBILITIES, SHOWN_PHASES } from './phase.ts';
import { PHONE_PROOFS, SECOND_FACTORS, SOCIAL_NETWORKS } from './verification.ts';

/** The backgrounds of a nomination; the empty name means none. */
export const BACKGROUND_NAMES = ['', 'sphere', 'radiance'] as const;

const socialLink = z.object({ url: z.string(), title: localized, note: localized.nullable() });
const time = z.iso.datetime().nullable();

/** In the order of the page. */
const sponsors = z.array(z.object({ name: z.string(), logo: z.string(), link: z.string().optional() })).optional();

const nomination = z.object({
  tag: z.string(),
  title: localized,
  backgroundName: z.enum(BACKGROUND_NAMES),
  categories: z.array(z.object({ tag: z.string(), name: localized, sponsors, companies: z.array(publicNominee) })),
});

/** The times of the phases; those of nominating are missing where nobody nominates. */
export const phaseTimes = z.object({
  nominatingOpensAt: z.iso.datetime().optional(),
  nominatingClosesAt: z.iso.datetime().optional(),
  votingOpensAt: time,
  votingClosesAt: time,
  winnersAnnouncedAt: time,
});

/** `data` of GET /api/edition: the public edition, in every language. */
export const publicEditionSchema = z.object({
  year: z.int(),
  /** Other values may be added before `open`: a client that does not know one shows `scheduled`. */
  phase: z.enum(SHOWN_PHASES),
  phases: phaseTimes,
  /** Who may put somebody forward, and how often. Missing if nobody nominates. */
  nominating: z.object({ proof: z.enum(NOMINATING_PROOFS), entries: z.int() }).optional(),
  results: z.object({
    visibility: z.enum(RESULTS_VISIBILITIES),
    publishEvery: z.object({ seconds: z.int(), votes: z.int() }),
    visible: z.boolean(),
    /** Whether each winner is public once the stage has shown it. */
    onStage: z.literal(true).optional(),
  }),
  /** The public log of votes (docs/public-log.md): its origin, its verifier key and those of its witnesses. Null without one. */
  log: z.object({ origin: z.string(), verifierKey: z.string(), witnesses: z.array(z.string()) }).nullable(),
  texts: z.object({
    name: localized,
    hero: z.object({ title: localized, accent: localized.nullable(), lead: localized }),
    overview: z.object({ title: localized, text: localized }),
    nominations: z.object({ title: localized, lead: localized.nullable() }),
    contactBanner: z.object({ title: localized, button: localized }),
    announcement: z.object({ title: localized, text: localized.nullable() }),
    footer: localized,
  }),
  /** The award's own accent colour, and the address of its mark. */
  look: z.object({ accent: z.string().optional(), logo: z.string().optional() }).optional(),
  /** The id of the service that may count the visits of people who agree: of Plausible or Google Analytics. */
  analytics: z.string().optional(),
  sponsors,
  /** Questions and answers of the award itself. Plain texts; line breaks stay. */
  faq: z.array(z.object({ question: localized, answer: localized })).optional(),
  notices: z.object({
    maintenance: localized.nullable(),
    votingIntro: localized.nullable(),
    winnersAnnounced: localized.nullable(),
  }),
  links: z.object({
    social: z.object({ media: socialLink, messenger: socialLink, photos: socialLink, video: socialLink }),
    telegramChannel: z.string(),
    instagramPage: z.string(),
    contact: z.string(),
    authenticator: z.object({ appStore: z.string(), googlePlay: z.string() }),
    privacy: z.string().nullable(),
    rules: z.string().nullable(),
  }),
  /** The networks that are set up; a voter connects an account of one of them. */
  socialNetworks: z.array(z.enum(SOCIAL_NETWORKS)),
  /** The second factors that it offers; codes of an app alone if it is missing. */
  twoFactor: z.array(z.enum(SECOND_FACTORS)).optional(),
  /** What proves a phone; codes alone if it is missing. */
  phone: z.object({ proof: z.enum(PHONE_PROOFS) }).optional(),
  supportEmail: z.string(),
  blockedRegions: z.array(z.string()),
  nominations: z.array(nomination),
});
export type PublicEdition = z.output<typeof publicEditionSchema>;
