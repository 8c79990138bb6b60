import type { Language } from '@laurel/contracts/languages';
import type { PhaseTimes, ResultsStaff, ResultsVisibility } from '@laurel/contracts/phase';
import type { BACKGROUND_NAMES } from '@laurel/contracts/public-edition';

/** A text in every language of the site. */
export type Localized = Readonly<Record<Language, string>>;

/** A nominee's picture, shown with its details. */
export interface Picture {
  /** The picture's public, content-addressed file name. */
  readonly file: string;
  /** What it shows, for people who don't see it. */
  readonly alt: Localized;
}

/** A nominee: a company, a person or a collaboration. It has a picture, a video or neither. */
export interface Company {
  readonly tag: string;
  readonly name: Localized;
  /** The logo's public, content-addressed file name. */
  readonly logo: string;
  /** An http or https link, or empty. */
  readonly link: string;
  /** Sanitised HTML. */
  readonly desc: Localized;
  readonly picture: Picture | null;
  /** An https link. */
  readonly video: string | null;
}

/** A category of a nomination; the wire calls it a niche. */
export interface Category {
  readonly tag: string;
  readonly name: Localized;
  readonly companies: readonly Company[];
}

/** An award. */
export interface Nomination {
  readonly tag: string;
  readonly title: Localized;
  readonly backgroundName: (typeof BACKGROUND_NAMES)[number];
  readonly categories: readonly Category[];
}

export interface SocialLink {
  readonly url: string;
  readonly title: Localized;
  readonly note: Localized | null;
}

export interface EditionLinks {
  readonly social: {
    /** The community's media site. */
    readonly media: SocialLink;
    /** The messenger channel. */
    readonly messenger: SocialLink;
    /** The photo-sharing page. */
    readonly photos: SocialLink;
    /** The video channel. */
    readonly video: SocialLink;
  };
  /** The Telegram channel a voter joins to be verified. */
  readonly telegramChannel: string;
  /** The Instagram page a voter subscribes to. */
  readonly instagramPage: string;
  /** The messenger contact behind the contact banner's button. */
  readonly contact: string;
  /** Download links of the authenticator app. */
  readonly authenticator: { readonly appStore: string; readonly googlePlay: string };
  readonly privacy: string | null;
  readonly rules: string | null;
}

export interface EditionTexts {
  readonly name: Localized;
  /** `accent` is the golden end of the title. */
  readonly hero: { readonly title: Localized; readonly accent: Localized | null; readonly lead: Localized };
  readonly overview: { readonly title: Localized; readonly text: Localized };
  readonly nominations: { readonly title: Localized; readonly lead: Localized | null };
  readonly contactBanner: { readonly title: Localized; readonly button: Localized };
  readonly announcement: { readonly title: Localized; readonly text: Localized | null };
  readonly footer: Localized;
}

/** The hero's notices; null ones are not shown. */
export interface Notices {
  readonly maintenance: Localized | null;
  readonly votingIntro: Localized | null;
  readonly winnersAnnounced: Localized | null;
}

/** Percentages are published at most once per `seconds`, and only after `votes` new votes. */
export interface ResultsRule {
  readonly visibility: ResultsVisibility;
  /** Whether organisers see numbers by nominee before the winners are announced. */
  readonly staff: ResultsStaff;
  readonly publishEvery: { readonly seconds: number; readonly votes: number };
}

/** The public log of votes (docs/public-log.md). */
export interface LogRule {
  /** The host name in the origin of a log that has not begun; by default that of the site. */
  readonly host?: string | undefined;
  /** Votes enter the log in groups of at least `group` people in each category, or after `delay` seconds. */
  readonly group: number;
  readonly delay: number;
  /** Who cosigns checkpoints: a verifier key, and the address to which a checkpoint is submitted. */
  readonly witnesses: readonly { readonly key: string; readonly url: string }[];
  /** How many of them a verifier asks for. */
  readonly quorum: number;
  /** The age public keys of those to whom the auditors' bundle is sealed; empty if it is public. */
  readonly auditors: readonly string[];
}

/** A logo or a picture, served as immutable under a public name that contains its content hash. */
export interface ImageFile {
  /** The name in the edition's `logos/` or `pictures/`, like `orbit-crew.svg`. */
  readonly file: string;
  readonly body: Buffer;
  /** The name under /api/edition/logos/ or /api/edition/pictures/, like `orbit-crew.3fa9c1d2e4b5a697.svg`. */
  readonly publicName: string;
  readonly contentType: string;
  /** The first 16 hexadecimal characters of the content's SHA-256. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** One year's event: validated, sanitised and frozen. */
export interface Edition {
  readonly year: number;
  readonly texts: EditionTexts;
  readonly notices: Notices;
  readonly phases: PhaseTimes;
  readonly results: ResultsRule;
  /** How many people must agree to an exclusion, or to a move of the phases: one or two (see the README). */
  readonly approvals: number;
  readonly log: LogRule;
  readonly links: EditionLinks;
  readonly supportEmail: string;
  /** Calling codes whose phone numbers are refused (VA-06). */
  readonly blockedRegions: readonly string[];
  /** In the edition's order. */
  readonly nominations: readonly Nomination[];
  /** The logos of all nominees, without duplicates. */
  readonly logos: readonly ImageFile[];
  /** The pictures of all nominees, without duplicates. */
  readonly pictures: readonly ImageFile[];
}
