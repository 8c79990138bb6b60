import {
  NOMINATING_PROOFS,
  RESULTS_STAFF,
  RESULTS_VISIBILITIES,
  REVEALS,
  STANDARD_NOMINATING,
  TIE_BREAKS,
} from '../phase.ts';
import { BACKGROUND_NAMES } from '../public-edition.ts';
import { PHONE_PROOFS } from '../verification.ts';
import { REMINDERS, VOTER_MAIL_NAMES } from './voter-mails.ts';

/** The parts of the form for `edition.yaml`, in its order. */
export const EDITION_SECTIONS = ['texts', 'look', 'dates', 'results', 'rules', 'links', 'mails', 'log'] as const;
export type EditionSection = (typeof EDITION_SECTIONS)[number];

/** A field of an edition's files as a form enters it. A test of the catalog compares all of them with the schema. */
export interface EditionField {
  /** Its path, in both languages or without one: `texts.hero.title`. */
  readonly path: string;
  /** `regions` are calling codes, which a form shows as countries; a `logo` is the name of a file in `logos/`, which a form uploads. */
  readonly kind: 'line' | 'prose' | 'time' | 'number' | 'choice' | 'link' | 'list' | 'regions' | 'colour' | 'logo';
  /** Whether it has a text in each language. */
  readonly localized?: true;
  /** Whether it may be missing. */
  readonly optional?: true;
  /** The most characters of a text; the limits of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly string[];
  /** The value that a missing one means. */
  readonly standard?: string | number;
  /** The parts of each item of a list of groups, whose paths begin in the item; without them each item is a line. */
  readonly parts?: readonly EditionField[];
}

/** A field of `edition.yaml`, with its section, and its group within that. */
export interface FormField extends EditionField {
  readonly section: EditionSection;
  readonly group: string;
}

type Row = readonly [path: string, kind: EditionField['kind'], more?: Omit<EditionField, 'path' | 'kind'>];

const TEXT = { localized: true } as const;
const LINE = { ...TEXT, max: 160 } as const;
const PROSE = { ...TEXT, max: 2000 } as const;
const OPTIONAL = { optional: true } as const;
const LINK = { max: 2000 } as const;
const MONTHS = { ...OPTIONAL, min: 1, max: 120 } as const;

const rowsOf = (rows: readonly Row[]): EditionField[] => rows.map(([path, kind, more]) => ({ path, kind, ...more }));

const SPONSOR = rowsOf([
  ['name', 'line', { max: 80 }],
  ['logo', 'logo'],
  ['link', 'link', { ...LINK, ...OPTIONAL }],
]);
const QUESTION = rowsOf([
  ['question', 'line', LINE],
  ['answer', 'prose', { ...TEXT, max: 1000 }],
]);

const inGroup = (section: EditionSection, group: string, rows: readonly Row[]): FormField[] =>
  rows.map(([path, kind, more]) => ({ section, group, path: group === '' ? path : `${group}.${path}`, kind, ...more }));

const socialLink = (name: string): FormField[] =>
  inGroup('links', `links.social.${name}`, [
    ['url', 'link', LINK],
    ['title', 'line', LINE],
    ['note', 'line', { ...LINE, ...OPTIONAL }],
  ]);

const mail = (name: string): FormField[] =>
  inGroup('mails', `mails.${name}`, [
    ['subject', 'line', { ...LINE, ...OPTIONAL }],
    ['opening', 'prose', { ...PROSE, ...OPTIONAL }],
  ]);

/** The fields of `edition.yaml`, in the order of the form. */
export const EDITION_FIELDS: readonly FormField[] = [
  ...inGroup('texts', '', [
    ['texts.name', 'line', LINE],
    ['year', 'number', { min: 2000, max: 2100 }],
  ]),
  ...inGroup('texts', 'texts.hero', [
    ['title', 'line', LINE],
    ['accent', 'line', { ...LINE, ...OPTIONAL }],
    ['lead', 'prose', PROSE],
  ]),
  ...inGroup('texts', 'texts.overview', [
    ['title', 'line', LINE],
    ['text', 'prose', PROSE],
  ]),
  ...inGroup('texts', 'texts.nominations', [
    ['title', 'line', LINE],
    ['lead', 'prose', { ...PROSE, ...OPTIONAL }],
  ]),
  ...inGroup('texts', 'texts.contactBanner', [
    ['title', 'line', LINE],
    ['button', 'line', LINE],
  ]),
  ...inGroup('texts', 'texts.announcement', [
    ['title', 'line', LINE],
    ['text', 'prose', { ...PROSE, ...OPTIONAL }],
  ]),
  ...inGroup('texts', '', [['texts.footer', 'line', LINE]]),
  ...inGroup('texts', 'notices', [
    ['maintenance', 'prose', { ...PROSE, ...OPTIONAL }],
    ['votingIntro', 'prose', { ...PROSE, ...OPTIONAL }],
    ['winnersAnnounced', 'prose', { ...PROSE, ...OPTIONAL }],
  ]),
  ...inGroup('texts', '', [['faq', 'list', { ...OPTIONAL, max: 20, parts: QUESTION }]]),
  ...inGroup('look', 'look', [
    ['accent', 'colour', OPTIONAL],
    ['logo', 'logo', OPTIONAL],
  ]),
  ...inGroup('look', '', [['sponsors', 'list', { ...OPTIONAL, max: 24, parts: SPONSOR }]]),
  ...inGroup('dates', 'phases', [
    ['nominatingOpensAt', 'time', OPTIONAL],
    ['nominatingClosesAt', 'time', OPTIONAL],
    ['votingOpensAt', 'time', OPTIONAL],
    ['votingClosesAt', 'time', OPTIONAL],
    ['winnersAnnouncedAt', 'time', OPTIONAL],
  ]),
  ...inGroup('results', 'results', [
    ['visibility', 'choice', { ...OPTIONAL, options: RESULTS_VISIBILITIES, standard: 'live' }],
    ['staff', 'choice', { ...OPTIONAL, options: RESULTS_STAFF, standard: 'open' }],
    ['tieBreak', 'choice', { ...OPTIONAL, options: TIE_BREAKS }],
    ['publishEvery.seconds', 'number', { ...OPTIONAL, min: 1, max: 86_400, standard: 1 }],
    ['publishEvery.votes', 'number', { ...OPTIONAL, min: 1, max: 100_000, standard: 1 }],
  ]),
  ...inGroup('results', '', [['announce.reveal', 'choice', { ...OPTIONAL, options: REVEALS, standard: 'all' }]]),
  ...inGroup('rules', '', [
    ['approvals', 'number', { ...OPTIONAL, min: 1, max: 2, standard: 1 }],
    ['reverify.phone', 'number', MONTHS],
    ['reverify.social', 'number', MONTHS],
    ['reminders', 'choice', { ...OPTIONAL, options: REMINDERS }],
    ['twoFactor', 'list', OPTIONAL],
    ['phone.proof', 'choice', { ...OPTIONAL, options: PHONE_PROOFS, standard: 'code' }],
    ['supportEmail', 'line'],
    ['analytics', 'line', OPTIONAL],
    ['blockedRegions', 'regions', OPTIONAL],
  ]),
  ...inGroup('rules', 'nominating', [
    ['proof', 'choice', { ...OPTIONAL, options: NOMINATING_PROOFS, standard: STANDARD_NOMINATING.proof }],
    ['entries', 'number', { ...OPTIONAL, min: 1, max: 20, standard: STANDARD_NOMINATING.entries }],
  ]),
  ...['media', 'messenger', 'photos', 'video'].flatMap(socialLink),
  ...inGroup('links', 'links', [
    ['telegramChannel', 'link', LINK],
    ['instagramPage', 'link', LINK],
    ['contact', 'link', LINK],
    ['authenticator.appStore', 'link', LINK],
    ['authenticator.googlePlay', 'link', LINK],
    ['privacy', 'link', { ...LINK, ...OPTIONAL }],
    ['rules', 'link', { ...LINK, ...OPTIONAL }],
  ]),
  ...VOTER_MAIL_NAMES.flatMap(mail),
  ...inGroup('log', 'log', [
    ['host', 'line', OPTIONAL],
    ['group', 'number', { ...OPTIONAL, min: 1, max: 10_000, standard: 20 }],
    ['delay', 'number', { ...OPTIONAL, min: 1, max: 86_400, standard: 600 }],
    [
      'witnesses',
      'list',
      {
        ...OPTIONAL,
        max: 16,
        parts: rowsOf([
          ['key', 'line'],
          ['url', 'link', LINK],
        ]),
      },
    ],
    ['quorum', 'number', { ...OPTIONAL, min: 0, max: 16, standard: 0 }],
    ['auditors', 'list', { ...OPTIONAL, max: 16 }],
  ]),
];

/** The fields of `nominations/<tag>.yaml`, of a category in it and of a nominee in that, but for their tags. */
export const NOMINATION_FIELDS = {
  nomination: [
    { path: 'order', kind: 'number', min: 1, max: 1000 },
    { path: 'title', kind: 'line', ...LINE },
    { path: 'backgroundName', kind: 'choice', ...OPTIONAL, options: BACKGROUND_NAMES },
  ],
  category: [
    { path: 'name', kind: 'line', ...LINE },
    { path: 'sponsors', kind: 'list', ...OPTIONAL, max: 4, parts: SPONSOR },
  ],
  nominee: [
    { path: 'name', kind: 'line', ...TEXT, max: 80 },
    { path: 'pronunciation', kind: 'line', max: 160, ...OPTIONAL },
    { path: 'logo', kind: 'logo' },
    { path: 'link', kind: 'link', ...OPTIONAL },
    { path: 'desc', kind: 'prose', ...TEXT, max: 4000 },
    { path: 'picture.file', kind: 'line', ...OPTIONAL },
    { path: 'picture.alt', kind: 'line', ...LINE, ...OPTIONAL },
    { path: 'video', kind: 'link', ...LINK, ...OPTIONAL },
  ],
} as const satisfies Readonly<Record<string, readonly EditionField[]>>;
