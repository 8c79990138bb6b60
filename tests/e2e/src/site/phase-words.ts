import type { Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';

type Phase = PublicEdition['phase'];

/** What the page says in a phase whose results are visible. */
type PhaseWords = {
  readonly title: string;
  /** A part of the paragraph under the title. */
  readonly lead: string;
  /** The buttons of the hero, except that of the calendar. */
  readonly buttons: readonly [main: string, second: string];
  /** The heading that the second button leads to. */
  readonly leadsTo: string;
  /** A part of each notice. */
  readonly notices: readonly string[];
  readonly overview: string;
  readonly closing: string | RegExp;
};

const english = {
  winners: 'The winners are announced on',
  maintenance: 'Short maintenance',
  calls: 'Every vote is a real person.',
  closing: /^The\swinners are announced on\s.+, Kyiv\stime\.$/,
} as const;
const ukrainian = {
  winners: 'Переможців оголосимо',
  maintenance: 'короткі технічні роботи',
  calls: 'За кожним голосом — жива людина.',
  closing: /^Переможців оголосимо\s.+\sза Києвом\.$/,
} as const;

/** What the demo edition's page says in each phase. */
export const PHASE_WORDS: Readonly<Record<Phase, Readonly<Record<Language, PhaseWords>>>> = {
  scheduled: {
    en: {
      title: 'Meet the nominees.',
      lead: 'Get to know them before voting opens',
      buttons: ['See the nominees', 'How voting works'],
      leadsTo: english.calls,
      notices: [english.winners, english.maintenance],
      overview: english.calls,
      closing: english.closing,
    },
    uk: {
      title: 'Номінанти вже відомі.',
      lead: 'Познайомтеся з ними до початку голосування',
      buttons: ['Переглянути номінантів', 'Як проголосувати'],
      leadsTo: ukrainian.calls,
      notices: [ukrainian.winners, ukrainian.maintenance],
      overview: ukrainian.calls,
      closing: ukrainian.closing,
    },
  },
  open: {
    en: {
      title: 'The industry picks its best.',
      lead: 'cast your vote.',
      buttons: ['Vote now', 'How voting works'],
      leadsTo: english.calls,
      notices: [english.winners, english.maintenance],
      overview: english.calls,
      closing: english.closing,
    },
    uk: {
      title: 'Індустрія обирає найкращих.',
      lead: 'віддайте свій голос.',
      buttons: ['Голосувати', 'Як проголосувати'],
      leadsTo: ukrainian.calls,
      notices: [ukrainian.winners, ukrainian.maintenance],
      overview: ukrainian.calls,
      closing: ukrainian.closing,
    },
  },
  closed: {
    en: {
      title: 'The votes are in.',
      lead: 'Thank you to everyone who voted. No more votes can come in.',
      buttons: ['See the results', 'How the winners are chosen'],
      leadsTo: 'How the winners are chosen',
      notices: [],
      overview: 'How the winners are chosen',
      closing: english.closing,
    },
    uk: {
      title: 'Усі голоси зібрано.',
      lead: 'Дякуємо всім, хто голосував. Нових голосів уже не буде.',
      buttons: ['Переглянути результати', 'Як визначають переможців'],
      leadsTo: 'Як визначають переможців',
      notices: [],
      overview: 'Як визначають переможців',
      closing: ukrainian.closing,
    },
  },
  announced: {
    en: {
      title: 'The winners are in.',
      lead: 'Every vote came from a verified person',
      buttons: ['See the winners', 'All results'],
      leadsTo: 'All results',
      notices: [],
      overview: 'How the winners were chosen',
      closing: 'See you next year',
    },
    uk: {
      title: 'Переможці вже відомі.',
      lead: 'Кожен голос віддав перевірений учасник',
      buttons: ['Хто переміг', 'Усі результати'],
      leadsTo: 'Усі результати',
      notices: [],
      overview: 'Як визначали переможців',
      closing: 'До зустрічі наступного року',
    },
  },
};

/** What the page no longer says once the vote is over. */
export const PAST_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: ['cast your vote', 'make yours count', 'How voting works', 'takes three taps', 'Short maintenance'],
  uk: ['віддайте свій голос', 'Як проголосувати', 'три дотики', 'технічні роботи'],
};
