import { VOTER_MAIL_NAMES, VOTER_MAILS } from '@laurel/contracts/console/voter-mails';
import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import type { DraftMail, MailMessage } from '../jobs/port.ts';
import type { Brand } from './brand.ts';
import { greetingName } from './greeting-name.ts';
import { LAUREL_MARK } from './laurel-mark.ts';
import { type FrameTexts, type MailContent, type MailTexts, paragraphsOf } from './mail-content.ts';
import { frameEn, mailEn } from './mail-en.ts';
import { type Frame, inboxRow, layOutHtml } from './mail-html.ts';
import { frameUk, mailUk } from './mail-uk.ts';
import { sampleMail } from './sample-mail.ts';

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

/** The words of the organisers in their places. Nothing else of a mail changes. */
const inOwnWords = (content: MailContent, message: MailMessage, language: Language, { mails }: Brand): MailContent => {
  // Words for votes that count again are wrong while another decision holds them.
  const isOther = message.kind === 'exclusion_undone' && message.stillHeld;
  const mail = isOther ? undefined : VOTER_MAIL_NAMES.find((name) => VOTER_MAILS[name] === message.kind);
  const words = mail && mails?.[mail];
  const [greeting = '', ...rest] = content.body;
  return {
    ...content,
    subject: words?.subject?.[language] || content.subject,
    body: [greeting, ...paragraphsOf(words?.opening?.[language] ?? ''), ...rest],
  };
};

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
    `-- \n${frame.question} ${frame.supportEmail}\n${frame.reason} ${frame.siteUrl}\n${frame.sponsors === undefined ? '' : `${frame.sponsors}\n`}`,
  ].join('\n\n');

type Rendered = {
  subject: string;
  text: string;
  html: string;
  pictures: readonly [typeof LAUREL_MARK];
  stopUrl: string | undefined;
};

const layOut = (given: MailContent, language: Language, brand: Brand): Rendered => {
  const { frame: words } = inLanguage(TEXTS, language);
  const content = bound(given);
  const name = brand.name[language];
  const frame: Frame = {
    language,
    brand: name,
    siteUrl: brand.siteUrl,
    supportEmail: brand.supportEmail,
    question: words.question,
    reason: bindShortWords(words.reason(name)),
    sponsors: brand.sponsors && words.sponsors(brand.sponsors.join(', ')),
  };
  const { subject, stopUrl } = content;
  const [text, html] = [layOutText(content, frame), layOutHtml(content, frame)];
  return { subject, text, html, pictures: [LAUREL_MARK], stopUrl };
};

const contentIn = (message: MailMessage, language: Language, brand: Brand): MailContent => {
  const { mails } = inLanguage(TEXTS, language);
  return inOwnWords(contentOf(mails, message.kind, message, brand.name[language]), message, language, brand);
};

/** Renders a mail in the user's language, as plain text and HTML with its pictures. */
export const renderMail = (message: MailMessage, language: Language, brand: Brand): Rendered => {
  if (message.kind !== 'test' || !message.draft) return layOut(contentIn(message, language, brand), language, brand);
  const ofDraft = { ...message.draft, siteUrl: brand.siteUrl };
  const sample = contentIn(sampleMail(ofDraft.mail, language, ofDraft.siteUrl), language, ofDraft);
  const { frame } = inLanguage(TEXTS, language);
  const notes = [...sample.notes, ...contentIn({ kind: 'test', name: '' }, language, ofDraft).body];
  return layOut({ ...sample, subject: frame.test(sample.subject), notes }, language, ofDraft);
};

/** A mail of a draft with samples, as a page with what an inbox shows of it at the top. It loads nothing, and its links lead nowhere. */
export const mailPage = ({ siteUrl, ...draft }: DraftMail & { siteUrl: string }, language: Language): string => {
  const brand = { ...draft, siteUrl };
  const content = contentIn(sampleMail(draft.mail, language, siteUrl), language, brand);
  const { html } = layOut(content, language, brand);
  const { cid, type, content: mark } = LAUREL_MARK;
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replace(/<body[^>]*>/, (body) => `${body}${inboxRow(content)}`)
    .replace(`cid:${cid}`, `data:${type};base64,${mark.toString('base64')}`);
};
