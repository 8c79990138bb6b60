import type { InLanguages } from '@laurel/contracts/languages';

/** The texts of the page of a past year. */
export type ArchiveTexts = {
  /** The title of the page, before the name of the award. */
  title: string;
  description: (award: string) => string;
  /** Before the day on which the winners were announced; without it if the day is not known. */
  announced: string;
  undated: string;
  voters: string;
  nominations: string;
  categories: string;
  winner: string;
  joint: string;
  /** Below a winner whom a draw chose. */
  drawn: string;
  /** After the winner's percentage, and after that of each joint winner. */
  share: string;
  shareEach: string;
  and: string;
  noVotes: string;
  /** The heading of the other nominees, for screen readers. */
  others: string;
  /** The same where nobody won. */
  nominees: string;
  site: string;
  count: { title: string; record: string; recordLink: string; decisions: string; decisionsLink: string };
};

export const TEXTS: InLanguages<ArchiveTexts> = {
  en: {
    title: 'Winners and results',
    description: (award) => `The winners of ${award} and the full result of every category.`,
    announced: 'The winners were announced on',
    undated: 'The winners and the full result.',
    voters: 'Voters',
    nominations: 'Nominations',
    categories: 'Categories',
    winner: 'Winner',
    joint: 'Joint winners',
    drawn: 'Equal votes, decided by a draw.',
    share: 'of the votes',
    shareEach: 'of the votes each',
    and: 'and',
    noVotes: 'Nobody voted in this category, so it has no winner.',
    others: 'The other nominees',
    nominees: 'The nominees',
    site: 'Website',
    count: {
      title: 'How the votes were counted',
      record: 'Every vote has an entry in the public record, and anybody can check the result against it.',
      recordLink: 'Public record',
      decisions: 'Decisions to leave votes out of the count:',
      decisionsLink: 'All decisions with their reasons',
    },
  },
  uk: {
    title: 'Переможці й результати',
    description: (award) => `Переможці ${award} і повний результат кожної категорії.`,
    announced: 'Переможців оголошено',
    undated: 'Переможці та повний результат.',
    voters: 'Учасники голосування',
    nominations: 'Номінації',
    categories: 'Категорії',
    winner: 'Перемога',
    joint: 'Спільна перемога',
    drawn: 'Голосів порівну, вирішило жеребкування.',
    share: 'голосів',
    shareEach: 'голосів у кожного',
    and: 'і',
    noVotes: 'У цій категорії ніхто не голосував, тож переможця немає.',
    others: 'Інші номінанти',
    nominees: 'Номінанти',
    site: 'Сайт',
    count: {
      title: 'Як рахували голоси',
      record: 'Кожен голос має запис у публічному реєстрі, і за цими записами кожен може перевірити результат.',
      recordLink: 'Публічний реєстр',
      decisions: 'Рішення не враховувати голоси:',
      decisionsLink: 'Усі рішення та їхні причини',
    },
  },
};
