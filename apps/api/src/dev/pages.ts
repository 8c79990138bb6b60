import { readFileSync } from 'node:fs';

/** The dev pages load their own files and nothing else; only their own frames may show a mail. */
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

/** A mail as shown in the inbox: its own inline styles, and nothing that runs, loads, navigates or sees its surroundings. */
export const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox";

const fileBeside = (name: string): string => readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');

/** A page or a part of one, with each `{name}` in it replaced. */
const filled = (file: string, parts: Readonly<Record<string, string>>): string =>
  fileBeside(file).replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);

const pageOf = (name: string, title: string, telegramForm: string): string =>
  filled('page.html', { name, title, body: filled(`${name}.html`, { telegramForm }) });

/** The pages and their files, read once. */
export const loadAssets = () => {
  const telegramForm = fileBeside('telegram-form.html');
  return {
    inbox: pageOf('inbox', 'Dev inbox', telegramForm),
    telegram: pageOf('telegram', 'Simulated Telegram bot', telegramForm),
    script: fileBeside('dev.js'),
    style: fileBeside('dev.css'),
  };
};
