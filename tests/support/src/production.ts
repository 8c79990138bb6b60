import { randomBytes } from 'node:crypto';

/** The variables of a production instance whose providers are unreachable. */
export const PRODUCTION: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://awards.example',
  DATABASE_URL: 'postgres://unused@127.0.0.1/unused',
  JWT_SECRET: randomBytes(32).toString('base64'),
  DATA_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Awards <post@awards.example>',
  SUPPORT_EMAIL: 'help@awards.example',
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:1',
  SMS_WEBHOOK_SECRET: randomBytes(32).toString('base64'),
  INSTAGRAM_PROVIDER: 'review',
};
