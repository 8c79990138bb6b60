import type { InLanguages } from '@laurel/contracts/languages';

/** The texts of the result in a table. */
export type TableTexts = {
  sheet: string;
  nomination: string;
  category: string;
  place: string;
  nominee: (language: string) => string;
  votes: string;
  share: string;
  result: string;
  winner: string;
  jointWinner: string;
  drawnWinner: string;
  tied: string;
  withdrawn: string;
};

export const TABLE_TEXTS: InLanguages<TableTexts> = {
  en: {
    sheet: 'Results',
    nomination: 'Nomination',
    category: 'Category',
    place: 'Place',
    nominee: (language) => `Nominee (${language})`,
    votes: 'Votes that count',
    share: 'Share, %',
    result: 'Result',
    winner: 'winner',
    jointWinner: 'joint winner',
    drawnWinner: 'winner, by a draw',
    tied: 'equal, lost the draw',
    withdrawn: 'withdrawn',
  },
  uk: {
    sheet: 'Результати',
    nomination: 'Номінація',
    category: 'Категорія',
    place: 'Місце',
    nominee: (language) => `Номінант (${language})`,
    votes: 'Враховано голосів',
    share: 'Частка, %',
    result: 'Підсумок',
    winner: 'перемога',
    jointWinner: 'спільна перемога',
    drawnWinner: 'перемога за жеребкуванням',
    tied: 'порівну, програє жеребкування',
    withdrawn: 'знято',
  },
};
