import type { Language } from '@laurel/contracts/languages';
import type { MailMessage } from '../jobs/port.ts';
import type { Brand } from './brand.ts';
import { greetingName } from './greeting-name.ts';
import type { FrameTexts, MailContent, MailTexts } from './mail-content.ts';
import { frameEn, mailEn } from './mail-en.ts';
import { type Frame, layOutHtml } from './mail-html.ts';
import { frameUk, mailUk } from './mail-uk.ts';

const TEXTS: Record<Language, { mails: MailTexts; frame: FrameTexts }> = {
  en: { mails: mailEn, frame: frameEn },
  uk: { mails: mailUk, frame: frameUk },
};

const contentOf = <Kind extends MailMessage['kind']>(
  texts: MailTexts,
  kind: Kind,
  message: Extract<MailMessage, { kind: Kind }>,
  brand: string,
): MailContent => texts[kind](message, { name: greetingName(message.name), brand });

const layOutText = (content: MailContent, frame: Frame): string =>
  [
    content.heading,
    ...content.body,
    ...(content.code === undefined ? [] : [`    ${content.code}`]),
    ...(content.action === undefined ? [] : [`${content.action}: ${frame.siteUrl}`]),
    ...content.notes,
    `-- \n${frame.question} ${frame.supportEmail}\n${frame.reason} ${frame.siteUrl}\n`,
  ].join('\n\n');

/** Renders a mail in the user's language, as plain text and HTML. */
export const renderMail = (
  message: MailMessage,
  language: Language,
  brand: Brand,
): { subject: string; text: string; html: string } => {
  const { mails, frame: words } = TEXTS[language];
  const name = brand.name[language];
  const content = contentOf(mails, message.kind, message, name);
  const frame: Frame = {
    language,
    brand: name,
    siteUrl: brand.siteUrl,
    supportEmail: brand.supportEmail,
    question: words.question,
    reason: words.reason(name),
  };
  return { subject: content.subject, text: layOutText(content, frame), html: layOutHtml(content, frame) };
};
