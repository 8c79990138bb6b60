import type { InLanguages } from '@laurel/contracts/languages';

/** Before the moment at which a phase ends, and without one. */
const end = (before: string, without: string) => ({ before, without });

const EN = {
  vote: 'Vote',
  voteFor: (name: string) => `Vote for ${name}`,
  ends: {
    scheduled: end('Voting opens on', 'Voting has not opened yet'),
    open: end('Voting is open until', 'Voting is open'),
    closed: end('Voting is over. The winners are announced on', 'Voting is over'),
  },
  /** After the percentage, while it changes and for good. */
  share: 'of the votes so far',
  finalShare: 'of the votes',
  /** Before the time that is left, and its units. */
  left: 'Time left:',
  units: 'd h min',
  site: 'Website',
  watch: 'Watch the video',
  all: 'All nominees',
  winners: 'All winners',
  toAward: 'To the award',
};

/** The texts of a nominee's page and of what others embed of it. */
export const TEXTS: InLanguages<typeof EN> = {
  en: EN,
  uk: {
    vote: 'Голосувати',
    voteFor: (name) => `Голосувати: ${name}`,
    ends: {
      scheduled: end('Голосування почнеться', 'Голосування ще не почалося'),
      open: end('Голосування триває до', 'Голосування триває'),
      closed: end('Голосування завершено. Переможців оголосять', 'Голосування завершено'),
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
