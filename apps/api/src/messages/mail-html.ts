import type { Language } from '@laurel/contracts/languages';
import { LAUREL_MARK_HTML } from './laurel-mark.ts';
import type { MailContent } from './mail-content.ts';

/** The texts around the content, not escaped yet. */
export type Frame = {
  language: Language;
  brand: string;
  siteUrl: string;
  supportEmail: string;
  question: string;
  reason: string;
  /** Undefined without sponsors. */
  sponsors: string | undefined;
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

// The colours of the site. Mail programs drop stylesheets, so each element has inline styles; the bgcolor attributes are
// for programs that drop backgrounds, too. Without any styles the mail is dark text on white.
const NIGHT = '#08070c';
const PANEL = '#15121f';
const LINE = '#2b2638';
const IVORY = '#f6f2e9';
const SOFT = '#d2cbdd';
const MUTE = '#aaa3b8';
const GOLD = '#f3cf7a';
const ON_GOLD = '#241803';
/** The gradient below the panel's gold border. */
const GLOW = `radial-gradient(ellipse 62% 92% at 50% 100%,rgba(243,207,122,0.34),rgba(123,92,255,0.14) 46%,rgba(8,7,12,0) 72%)`;
const SANS = "Manrope,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono','Courier New',monospace";

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

const paragraph = (text: string): string =>
  `<p style="margin:0 0 14px;font:400 16px/1.6 ${SANS};color:${SOFT}">${escapeHtml(text)}</p>`;

const note = (text: string): string =>
  `<p style="margin:0 0 10px;font:400 14px/1.6 ${SANS};color:${MUTE};overflow-wrap:anywhere;word-break:break-word">${escapeHtml(text)}</p>`;

/** The code, as one word of six digits, so that a double click or a long press selects all of it. */
const codeBox = (code: string): string => `
<table ${TABLE} width="100%" style="margin:10px 0 24px"><tr>
<td align="center" bgcolor="${NIGHT}" style="padding:22px 12px;background:${NIGHT};border:1px solid #6d5a2c;border-radius:16px">
<span style="font:700 40px/1.2 ${MONO};letter-spacing:8px;margin-right:-8px;color:${GOLD};-webkit-user-select:all;user-select:all">${escapeHtml(code)}</span>
</td></tr></table>`;

const button = (label: string, href: string): string => `
<table ${TABLE} style="margin:12px 0 18px"><tr>
<td bgcolor="${GOLD}" style="background:${GOLD};border-radius:999px">
<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;font:700 16px/1.2 ${SANS};color:${ON_GOLD};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>`;

/** Padding that keeps other text out of the preview in an inbox. */
const previewOf = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(text)}${'&#8199;&#847;'.repeat(60)}</div>`;

const divider = `<table ${TABLE} width="100%"><tr><td style="border-top:1px solid ${LINE};font-size:0;line-height:0;padding-bottom:18px">&nbsp;</td></tr></table>`;

const panel = (content: MailContent, siteUrl: string): string =>
  [
    `<h1 style="margin:0 0 18px;font:700 26px/1.25 ${SANS};letter-spacing:-0.4px;color:${IVORY}">${escapeHtml(content.heading)}</h1>`,
    ...content.body.map(paragraph),
    content.code === undefined ? '' : codeBox(content.code),
    content.action === undefined ? '' : button(content.action, content.actionUrl ?? siteUrl),
    content.notes.length > 0 ? divider : '',
    ...content.notes.map(note),
  ].join('\n');

const foot = (frame: Frame): string => {
  const small = `font:400 13px/1.6 ${SANS};color:${MUTE}`;
  const link = (href: string, text: string): string =>
    `<a href="${escapeHtml(href)}" style="color:${SOFT};text-decoration:underline">${escapeHtml(text)}</a>`;
  return [
    `<p style="margin:0 0 6px;${small}">${escapeHtml(frame.question)} ${link(`mailto:${frame.supportEmail}`, frame.supportEmail)}</p>`,
    `<p style="margin:0 0 6px;${small}">${escapeHtml(frame.reason)}</p>`,
    frame.sponsors === undefined ? '' : `<p style="margin:0 0 6px;${small}">${escapeHtml(frame.sponsors)}</p>`,
    `<p style="margin:0;${small}">${link(frame.siteUrl, frame.siteUrl.replace(/^https?:\/\//, ''))}</p>`,
  ].join('\n');
};

/** What an inbox shows of a mail, above its preview in the console. */
export const inboxRow = ({ subject, preview }: MailContent): string =>
  `<div style="padding:12px 16px;background:#fff;font:700 16px/1.4 ${SANS};color:#1b1726">${escapeHtml(subject)}<div style="font-size:14px;font-weight:400;color:#5d566b">${escapeHtml(preview)}</div></div>`;

/**
 * Renders a mail's HTML with tables and inline styles, which mail programs render alike. Escapes all text from users and
 * the configuration.
 */
export const layOutHtml = (content: MailContent, frame: Frame): string => `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<title>${escapeHtml(content.subject)}</title>
<style>:root{color-scheme:dark}@media print{*{background:#fff!important;color:#000!important}}</style>
</head>
<body bgcolor="${NIGHT}" style="margin:0;padding:0;background:${NIGHT}">
${previewOf(content.preview)}
<table ${TABLE} width="100%" bgcolor="${NIGHT}" style="background:${NIGHT}"><tr>
<td align="center" style="padding:0 14px 44px">
<table ${TABLE} width="100%" style="max-width:560px">
<tr><td align="center" style="padding:48px 12px 40px;background-image:${GLOW};font:700 19px/1.4 ${SANS};letter-spacing:0.2px;color:${IVORY}">
${LAUREL_MARK_HTML}
${escapeHtml(frame.brand)}</td></tr>
<tr><td bgcolor="${PANEL}" style="padding:34px 28px 24px;background:${PANEL};border:1px solid ${LINE};border-top:2px solid ${GOLD};border-radius:24px">
${panel(content, frame.siteUrl)}
</td></tr>
<tr><td style="padding:24px 28px 0">
${foot(frame)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
