import { inLanguage, type Language } from '@laurel/contracts/languages';
import { escaped } from '../../http/html.ts';
import { worded } from '../../http/plain-page.ts';
import { TEXTS } from './texts.policy.ts';

/** The most characters of an objection. */
export const OBJECTION_MAX = 2_000;

/** The content of the page for an objection. */
export type ObjectionView =
  | {
      kind: 'form';
      token: string;
      number: number;
      reason: Record<Language, string>;
      text?: string;
      problem?: FormProblem;
    }
  | { kind: 'received' | 'known' | 'undone' | 'invalid' };
export type FormProblem = 'required' | 'tooLong' | 'limited';

/** The path of the page. A link adds the token and the language. The form sends the token in its body. */
export const OBJECTION_PATH = '/decisions/objection';

/** Writes the page for an objection: the form, or the outcome. */
export const objectionContent = (view: ObjectionView, language: Language, supportEmail: string) => {
  const texts = inLanguage(TEXTS, language).objection;
  if (view.kind !== 'form') {
    const outcomes: Record<typeof view.kind, readonly [title: string, text: string]> = {
      received: [texts.received, texts.receivedText],
      known: [texts.received, texts.known],
      undone: [texts.undone, texts.undoneText],
      invalid: [texts.invalid, texts.invalidText],
    };
    const [title, text] = outcomes[view.kind];
    const mail = `<a href="mailto:${escaped(supportEmail)}">${escaped(supportEmail)}</a>`;
    const main = `<h1>${worded(title)}</h1><p class="lead">${worded(text)}${view.kind === 'invalid' ? ` ${mail}` : ''}</p>`;
    return { language, title, main, path: OBJECTION_PATH };
  }
  const { token, number, reason, text = '', problem } = view;
  const title = texts.title(number);
  const invalid = problem === undefined ? '' : ' aria-invalid="true"';
  const main = [
    `<h1>${worded(title)}</h1><p class="lead">${worded(texts.lead)}</p>`,
    `<p class="meta">${worded(texts.reason)}</p><blockquote>${worded(reason[language])}</blockquote>`,
    `<form method="post" action="${OBJECTION_PATH}?lang=${language}" accept-charset="utf-8">`,
    `<input type="hidden" name="token" value="${escaped(token)}"><label for="text">${worded(texts.label)}</label>`,
    problem === undefined ? '' : `<p class="error" id="problem" role="alert">${worded(texts[problem])}</p>`,
    `<textarea id="text" name="text" required maxlength="${OBJECTION_MAX}" aria-describedby="hint${problem ? ' problem' : ''}"${invalid}>`,
    // HTML ignores a line break right after the tag. This one is ignored, so that one at the start of the text is not.
    `\n${escaped(text)}</textarea><p class="hint" id="hint">${worded(texts.hint)}</p><button>${worded(texts.send)}</button></form>`,
  ].join('');
  return { language, title, main, path: `${OBJECTION_PATH}?token=${encodeURIComponent(token)}` };
};

/** A text as it is stored: with one kind of line break, and without other control characters than tabs. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
