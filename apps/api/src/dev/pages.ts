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

/** The pages' files, read once. */
export const loadAssets = () => ({
  inbox: fileBeside('inbox.html'),
  telegram: fileBeside('telegram.html'),
  script: fileBeside('dev.js'),
  style: fileBeside('dev.css'),
});
