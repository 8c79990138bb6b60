import type { InLanguages } from '@laurel/contracts/languages';

/** The texts of a nominee's page and of what others embed of it. */
export type NomineeTexts = {
  vote: string;
  voteFor: (name: string) => string;
  /** Before the moment at which a phase ends, and without one. */
  ends: Readonly<Record<'scheduled' | 'open' | 'closed', readonly [before: string, without: string]>>;
  /** After the percentage, while it changes and for good. */
  share: string;
  finalShare: string;
  /** Before the time that is left, and its units. */
  left: string;
  units: string;
  site: string;
  watch: string;
  all: string;
  winners: string;
  toAward: string;
};

export const TEXTS: InLanguages<NomineeTexts> = {
  en: {
    vote: 'Vote',
    voteFor: (name) => `Vote for ${name}`,
    ends: {
      scheduled: ['Voting opens on', 'Voting has not opened yet'],
      open: ['Voting is open until', 'Voting is open'],
      closed: ['Voting is over. The winners are announced on', 'Voting is over'],
    },
    share: 'of the votes so far',
    finalShare: 'of the votes',
    left: 'Time left:',
    units: 'd h min',
    site: 'Website',
    watch: 'Watch the video',
    all: 'All nominees',
    winners: 'All winners',
    toAward: 'To the award',
  },
  uk: {
    vote: 'Голосувати',
    voteFor: (name) => `Голосувати за ${name}`,
    ends: {
      scheduled: ['Голосування почнеться', 'Голосування ще не почалося'],
      open: ['Голосування триває до', 'Голосування триває'],
      closed: ['Голосування завершено. Переможців оголосять', 'Голосування завершено'],
    },
    share: 'голосів наразі',
    finalShare: 'голосів',
    left: 'Залишилося:',
    units: 'дн год хв',
    site: 'Сайт',
    watch: 'Дивитися відео',
    all: 'Усі номінанти',
    winners: 'Усі переможці',
    toAward: 'До премії',
  },
};
