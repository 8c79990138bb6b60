import type { InLanguages } from '@laurel/contracts/languages';

/** The texts of the page with all decisions and of the page for an objection. */
export type PageTexts = {
  title: string;
  lead: string;
  empty: string;
  decision: (number: number) => string;
  applied: string;
  undone: string;
  decidedOn: string;
  undoneOn: string;
  counts: string;
  category: string;
  votes: string;
  fewerThan: (votes: number) => string;
  together: string;
  grouped: (votes: number) => string;
  objection: {
    title: (number: number) => string;
    lead: string;
    reason: string;
    label: string;
    hint: string;
    send: string;
    required: string;
    tooLong: string;
    limited: string;
    received: string;
    receivedText: string;
    known: string;
    undone: string;
    undoneText: string;
    invalid: string;
    invalidText: string;
  };
};

export const TEXTS: InLanguages<PageTexts> = {
  en: {
    title: 'Decisions about votes',
    lead: 'The organisers can leave votes out of the count, for example votes that one person cast with many accounts. Each such decision is listed here with its reason. The votes stay stored, nobody can vote a second time, and a decision that is taken back is undone completely.',
    empty: 'No decision has been published.',
    decision: (number) => `Decision ${number}`,
    applied: 'in force',
    undone: 'taken back',
    decidedOn: 'Decided on',
    undoneOn: 'taken back on',
    counts: 'Votes left out of the count',
    category: 'Category',
    votes: 'Votes',
    fewerThan: (votes) => `fewer than ${votes}`,
    together: 'These decisions are published together. The counts are those of all of them.',
    grouped: (votes) =>
      `While people vote, decisions are published in groups of at least ${votes} votes, so that nobody’s single vote shows.`,
    objection: {
      title: (number) => `Object to decision ${number}`,
      lead: 'Votes of yours were left out of the count. If you think that this is a mistake, say why. An organiser reads it and answers by email.',
      reason: 'The reason for the decision:',
      label: 'Your objection',
      hint: 'At most 2,000 characters. You can object once. The organisers see your text and a part of your email address.',
      send: 'Send the objection',
      required: 'Write why you object.',
      tooLong: 'Use at most 2,000 characters.',
      limited: 'Too many tries. Wait a while, then send it again.',
      received: 'Your objection was received',
      receivedText: 'An organiser reads it. The answer comes by email.',
      known: 'You objected to this decision already. The answer comes by email.',
      undone: 'This decision was taken back',
      undoneText: 'You do not need to object: the votes that it left out of the count are counted again.',
      invalid: 'This link does not work',
      invalidText:
        'It is not complete, or older than 14 days. Open the link in the email again, or write to the organisers:',
    },
  },
  uk: {
    title: 'Рішення щодо голосів',
    lead: 'Організатори можуть не врахувати голоси, наприклад ті, що їх одна людина віддала з багатьох акаунтів. Кожне таке рішення та його причину опубліковано тут. Самі голоси зберігаються, проголосувати вдруге не можна, а скасування рішення повністю повертає голоси до підрахунку.',
    empty: 'Жодного рішення ще не опубліковано.',
    decision: (number) => `Рішення № ${number}`,
    applied: 'чинне',
    undone: 'скасовано',
    decidedOn: 'Ухвалено',
    undoneOn: 'скасовано',
    counts: 'Невраховані голоси',
    category: 'Категорія',
    votes: 'Голоси',
    fewerThan: (votes) => `менше ніж ${votes}`,
    together: 'Ці рішення опубліковано разом, тому кількість голосів указано для всіх разом.',
    grouped: (votes) =>
      `Поки триває голосування, рішення публікуються групами: щонайменше ${votes} голосів разом, щоб не було видно голосу окремої людини.`,
    objection: {
      title: (number) => `Заперечення щодо рішення № ${number}`,
      lead: 'Серед неврахованих голосів є ваші. Якщо вважаєте, що сталася помилка, поясніть чому. Організатор прочитає це й відповість електронною поштою.',
      reason: 'Причина рішення:',
      label: 'Ваше заперечення',
      hint: 'Не більше ніж 2000 символів. Подати заперечення можна один раз. Організатори бачать ваш текст і частину вашої електронної адреси.',
      send: 'Надіслати заперечення',
      required: 'Напишіть, чому ви не погоджуєтеся.',
      tooLong: 'Скоротіть текст до 2000 символів.',
      limited: 'Забагато спроб. Зачекайте трохи й надішліть ще раз.',
      received: 'Ваше заперечення отримано',
      receivedText: 'Його прочитає організатор. Відповідь надійде електронною поштою.',
      known: 'Ви вже подали заперечення щодо цього рішення. Відповідь надійде електронною поштою.',
      undone: 'Це рішення скасовано',
      undoneText: 'Подавати заперечення не треба: голоси, яких воно стосувалося, знову враховано.',
      invalid: 'Це посилання не працює',
      invalidText:
        'Воно неповне або йому понад 14 днів. Відкрийте посилання з листа ще раз або напишіть організаторам:',
    },
  },
};
