import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { escaped } from '../../http/html.ts';
import { type Content, worded } from '../../http/plain-page.ts';

type Texts = { title: string; lead: string; stop: string; stopped: string; stoppedText: string; invalid: string };

const TEXTS: InLanguages<Texts> = {
  en: {
    title: 'The mail about the winners',
    lead: 'You asked for an email when the winners are announced. You can take that back here.',
    stop: 'Send me no such email',
    stopped: 'You get no such email',
    stoppedText: 'No email about the winners is sent to you unless you ask for it again.',
    invalid: 'This link is not complete. Open it again from the email.',
  },
  uk: {
    title: 'Лист про переможців',
    lead: 'Ви просили лист, коли оголосять переможців. Тут від нього можна відмовитися.',
    stop: 'Не надсилати мені такого листа',
    stopped: 'Такого листа не буде',
    stoppedText: 'Листа про переможців ви не отримаєте, якщо не попросите знову.',
    invalid: 'Посилання неповне. Відкрийте його з листа ще раз.',
  },
};

/** The page on which a person takes back the wish for a mail: the question with its button, or the outcome. */
export const stopContent = (
  view: { token: string; outcome?: 'stopped' | 'invalid' },
  path: string,
  language: Language,
): Content => {
  const texts = inLanguage(TEXTS, language);
  const { token, outcome } = view;
  const address = `${path}?token=${encodeURIComponent(token)}`;
  const title = outcome === 'stopped' ? texts.stopped : texts.title;
  const text = { stopped: texts.stoppedText, invalid: texts.invalid, asked: texts.lead }[outcome ?? 'asked'];
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
