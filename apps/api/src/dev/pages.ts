import { readFileSync } from 'node:fs';

/** The policy of the development pages: only their own files, and frames with mails. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The policy of a displayed mail: inline styles and its own pictures only, no scripts, requests, navigation or access to the page around it. */
export const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox";

const fileBeside = (name: string): string => readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');

/** Fills in a page template: replaces each `{name}`. */
const filled = (file: string, parts: Readonly<Record<string, string>>): string =>
  fileBeside(file).replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);

const pageOf = (name: string, title: string, telegramForm: string): string =>
  filled('page.html', { name, title, body: filled(`${name}.html`, { telegramForm }) });

/** Reads the pages and their files. */
export const loadAssets = () => {
  const telegramForm = fileBeside('telegram-form.html');
  return {
    inbox: pageOf('inbox', 'Dev inbox', telegramForm),
    telegram: pageOf('telegram', 'Simulated Telegram bot', telegramForm),
    script: fileBeside('dev.js'),
    style: fileBeside('dev.css'),
  };
};
