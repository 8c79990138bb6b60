import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { escaped } from '../../http/html.ts';
import { type Content, worded } from '../../http/plain-page.ts';

/** The kinds of mails that people end by a link in them, which is the path of its page. */
export type MailList = 'winners-mail' | 'reminders';

type Texts = { title: string; lead: string; stop: string; stopped: string; stoppedText: string };

const INVALID: InLanguages<string> = {
  en: 'This link is not complete. Open it again from the email.',
  uk: 'Посилання неповне. Відкрийте його з листа ще раз.',
};

const TEXTS: Readonly<Record<MailList, InLanguages<Texts>>> = {
  'winners-mail': {
    en: {
      title: 'The mail about the winners',
      lead: 'You asked for an email when the winners are announced. You can take that back here.',
      stop: 'Send me no such email',
      stopped: 'You get no such email',
      stoppedText: 'No email about the winners is sent to you unless you ask for it again.',
    },
    uk: {
      title: 'Лист про переможців',
      lead: 'Ви просили лист, коли оголосять переможців. Тут від нього можна відмовитися.',
      stop: 'Не надсилати мені такого листа',
      stopped: 'Такого листа не буде',
      stoppedText: 'Листа про переможців ви не отримаєте, якщо не попросите знову.',
    },
  },
  reminders: {
    en: {
      title: 'Reminders',
      lead: 'We remind people who began and have not voted yet, at most twice a year. You can end that here for good.',
      stop: 'Send me no reminders',
      stopped: 'You get no reminders',
      stoppedText: 'We send you no reminder any more, neither this year nor later.',
    },
    uk: {
      title: 'Нагадування',
      lead: 'Ми нагадуємо тим, хто почав і ще не проголосував, щонайбільше двічі на рік. Тут від цього можна відмовитися назавжди.',
      stop: 'Не надсилати мені нагадувань',
      stopped: 'Нагадувань не буде',
      stoppedText: 'Ми більше не надсилатимемо вам нагадувань: ні цього року, ні згодом.',
    },
  },
};

/** The page on which a person ends mails of a list: the question with its button, or the outcome. */
export const stopContent = (
  view: { list: MailList; token: string; outcome?: 'stopped' | 'invalid' },
  language: Language,
): Content => {
  const texts = inLanguage(TEXTS[view.list], language);
  const { token, outcome } = view;
  const address = `/${view.list}?token=${encodeURIComponent(token)}`;
  const title = outcome === 'stopped' ? texts.stopped : texts.title;
  const text = { stopped: texts.stoppedText, invalid: inLanguage(INVALID, language), asked: texts.lead }[
    outcome ?? 'asked'
  ];
  const button =
    outcome === undefined
      ? `<form method="post" action="${escaped(`${address}&lang=${language}`)}"><button>${worded(texts.stop)}</button></form>`
      : '';
  return {
    language,
    title,
    main: `<h1>${worded(title)}</h1><p class="lead">${worded(text)}</p>${button}`,
    path: address,
  };
};
