import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import type { MailMessage } from '../jobs/port.ts';
import type { Brand } from './brand.ts';
import { greetingName } from './greeting-name.ts';
import { LAUREL_MARK } from './laurel-mark.ts';
import type { FrameTexts, MailContent, MailTexts } from './mail-content.ts';
import { frameEn, mailEn } from './mail-en.ts';
import { type Frame, layOutHtml } from './mail-html.ts';
import { frameUk, mailUk } from './mail-uk.ts';

const TEXTS: InLanguages<{ mails: MailTexts; frame: FrameTexts }> = {
  en: { mails: mailEn, frame: frameEn },
  uk: { mails: mailUk, frame: frameUk },
};

const contentOf = <Kind extends MailMessage['kind']>(
  texts: MailTexts,
  kind: Kind,
  message: Extract<MailMessage, { kind: Kind }>,
  brand: string,
): MailContent => texts[kind](message, { name: greetingName(message.name), brand });

/** A mail's words with spaces that do not break after short words. */
const bound = ({ body, notes, action, ...content }: MailContent): MailContent => ({
  ...content,
  subject: bindShortWords(content.subject),
  preview: bindShortWords(content.preview),
  heading: bindShortWords(content.heading),
  body: body.map(bindShortWords),
  ...(action === undefined ? {} : { action: bindShortWords(action) }),
  notes: notes.map(bindShortWords),
});

const layOutText = (content: MailContent, frame: Frame): string =>
  [
    content.heading,
    ...content.body,
    ...(content.code === undefined ? [] : [`    ${content.code}`]),
    ...(content.action === undefined ? [] : [`${content.action}: ${content.actionUrl ?? frame.siteUrl}`]),
    ...content.notes,
    `-- \n${frame.question} ${frame.supportEmail}\n${frame.reason} ${frame.siteUrl}\n`,
  ].join('\n\n');

/** Renders a mail in the user's language, as plain text and HTML with its pictures. */
export const renderMail = (
  message: MailMessage,
  language: Language,
  brand: Brand,
): { subject: string; text: string; html: string; pictures: readonly [typeof LAUREL_MARK] } => {
  const { mails, frame: words } = inLanguage(TEXTS, language);
  const name = brand.name[language];
  const content = bound(contentOf(mails, message.kind, message, name));
  const frame: Frame = {
    language,
    brand: name,
    siteUrl: brand.siteUrl,
    supportEmail: brand.supportEmail,
    question: words.question,
    reason: bindShortWords(words.reason(name)),
  };
  const { subject } = content;
  return { subject, text: layOutText(content, frame), html: layOutHtml(content, frame), pictures: [LAUREL_MARK] };
};
