import { type Entry, LIMITS_REFERENCE, ONE_NETWORK } from './reference-limits.ts';
import type { VariableName } from './schema.ts';

/** The chapters of docs/configuration.md and .env.example, in their order. */
export const CHAPTERS = {
  server: 'The server',
  database: 'The database',
  content: 'The content',
  keys: 'Keys',
  mail: 'Mail',
  sms: 'Text messages',
  telegram: 'Telegram',
  instagram: 'Instagram',
  limits: 'Limits',
} as const;

/** Explains every variable of the schema. A missing explanation is a type error. */
export const REFERENCE: Record<VariableName, Entry<keyof typeof CHAPTERS>> = {
  NODE_ENV: {
    chapter: 'server',
    about:
      'With `production`, Laurel starts only with everything that a public vote needs, and has no development tools. The image sets it.',
  },
  PORT: { chapter: 'server', about: 'The TCP port of the site, the API and the sockets. 0 selects a free port.' },
  HOST: { chapter: 'server', about: 'The address to listen on. The image sets 0.0.0.0.' },
  PUBLIC_URL: {
    chapter: 'server',
    about:
      'The public address of the site, with https:// and without a path. Mails and shared links use it. docker-compose.yml derives it from LAUREL_DOMAIN. Unset: http://localhost:PORT.',
  },
  CONSOLE_PORT: {
    chapter: 'server',
    about:
      'The TCP port of the organisers’ console, which has an origin of its own. 0 selects a free port. Unset: 8081, or a free port if PORT is not 8080 or 8081 is in use. In production the console is off unless CONSOLE_URL and DATABASE_CONSOLE_URL are set.',
  },
  WEBHOOK_PRIVATE_HOSTS: {
    chapter: 'server',
    about:
      'The host names, separated by commas, at which webhooks of the console may reach private addresses: services in your own network. Unset: none.',
  },
  CONSOLE_URL: {
    chapter: 'server',
    about:
      'The address of the organisers’ console, with https:// and without a path. Passkeys belong to its host name, so they must be made again if it changes. In production the host must not be that of PUBLIC_URL. docker-compose.yml derives it from LAUREL_CONSOLE_DOMAIN. Unset: http://localhost:CONSOLE_PORT in development, no console in production.',
  },
  METRICS_PORT: {
    chapter: 'server',
    about:
      'A separate TCP port for /metrics (Prometheus), for an internal network only. Unset: /metrics is served on PORT, to every client that reaches it. The image sets 9464.',
  },
  TRUST_PROXY: {
    chapter: 'server',
    about:
      'The proxies in front of Laurel, as addresses or CIDR blocks separated by commas. Only their X-Forwarded-For is trusted. Unset: none is trusted.',
  },
  ALLOW_UNENCRYPTED: {
    chapter: 'server',
    about:
      'The variables, separated by commas, whose addresses may be used without TLS in production: PUBLIC_URL, SMTP_URL, SMS_WEBHOOK_URL, TWILIO_API_ROOT, NUMBER_LOOKUP_API_ROOT, TELEGRAM_API_ROOT, INSTAGRAM_API_ROOT. An attacker on the network can then read codes, passwords and tokens. Loopback addresses (localhost, 127.0.0.1) are always allowed. Unset: no others are.',
  },
  IP_LOOKUP_URL: {
    chapter: 'server',
    about:
      'Where the page looks up the client’s public IP address, which it then declares: a path of this site, or an address that answers every site (CORS) with `{"ip": "203.0.113.7"}`. Another site receives the address and browser of each visitor: name it in your privacy notice.',
  },
  LOG_LEVEL: {
    chapter: 'server',
    about: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. No level logs secrets or personal data.',
  },
  LAUREL_OPERATOR: {
    chapter: 'server',
    about:
      'The name of the user who runs the `laurel` command, for the audit log; --as overrides it. `deploy/laurel` passes the user of the host’s shell. Unset: the name of the system user.',
  },
  LAUREL_DEPLOYMENT_DIR: {
    chapter: 'server',
    about:
      'A folder with .env, secrets/ and edition/. The `laurel` command reads its configuration from it. The container `setup` sets it, so that commands work while the app is stopped. Unset: the configuration comes from the environment.',
  },
  DATABASE_URL: {
    chapter: 'database',
    secret: true,
    about:
      'The connection of the application’s role, which owns no tables. Unset: an embedded PostgreSQL in DATA_DIR, for development.',
  },
  DATABASE_MIGRATE_URL: {
    chapter: 'database',
    secret: true,
    about: 'The connection of the role that owns the tables. Only `laurel migrate` and `laurel edition import` use it.',
  },
  DATABASE_LISTEN_URL: {
    chapter: 'database',
    secret: true,
    about:
      'A direct connection for LISTEN, the job queue, the ballot box and statements that read whole tables. Set it if DATABASE_URL connects to a pooler in transaction mode (PgBouncer). Unset: DATABASE_URL.',
  },
  DATABASE_CONSOLE_URL: {
    chapter: 'database',
    secret: true,
    about:
      'The connection of the console’s role, which reads what the console shows and changes data by functions only. `laurel migrate` creates the role. Unset: that of the embedded database in development, no console in production.',
  },
  DATA_DIR: {
    chapter: 'database',
    about:
      'The folder of the embedded database and of generated development secrets. In production it has the newest checkpoint of the public log that was shown, by which Laurel recognises an older or a forked database: keep it on a disk that outlives the container. The image sets /data.',
  },
  RETAIN_MONTHS: {
    chapter: 'database',
    about:
      'Accounts to which nobody has logged in for so many months get a mail. A month later they are erased, unless somebody logs in (docs/privacy.md).',
  },
  EDITION_DIR: {
    chapter: 'content',
    about:
      'The folder of your edition: edition.yaml, nominations/, logos/, pictures/ (packages/catalog/README.md). `laurel migrate` imports it. Unset: the demo edition.',
  },
  WEB_DIR: {
    chapter: 'content',
    about: 'The folder of the built page. Unset: the page that was built with the server.',
  },
  CONSOLE_DIR: {
    chapter: 'content',
    about: 'The folder of the built console. Unset: the console that was built with the server.',
  },
  JWT_SECRET: {
    chapter: 'keys',
    secret: true,
    about:
      'Signs session tokens. 32 or more random characters. Unset in development: generated once and stored in DATA_DIR.',
  },
  JWT_SECRET_PREVIOUS: {
    chapter: 'keys',
    secret: true,
    about:
      'Other secrets whose tokens are accepted, separated by commas. `laurel secrets rotate jwt` maintains it. Tokens are valid for 30 days.',
  },
  DATA_KEY: {
    chapter: 'keys',
    secret: true,
    about:
      'Encrypts two-factor secrets and queued messages: 32 bytes in base64. A backup is useless without it. Unset in development: generated once and stored in DATA_DIR.',
  },
  DATA_KEY_PREVIOUS: {
    chapter: 'keys',
    secret: true,
    about: 'Other keys that can still decrypt, separated by commas. `laurel secrets rotate data-key` maintains it.',
  },
  LOG_KEY: {
    chapter: 'keys',
    secret: true,
    about:
      'Signs the public log of votes and the promises to voters: the 32-byte seed of an Ed25519 key, in base64. It stays the same for as long as an edition’s log exists. Unset in production: no public log and no promises. Unset in development: generated once and stored in DATA_DIR, if JWT_SECRET or DATA_KEY is unset too.',
  },
  SMTP_URL: {
    chapter: 'mail',
    secret: true,
    about:
      'The mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. Percent-encode special characters of the password. Unset: the development inbox.',
  },
  SMTP_CA: {
    chapter: 'mail',
    about:
      'The certificate, in PEM, of the authority that signed the mail server’s, if it is one of your own. On one line of .env, in double quotes, `\\n` stands for a line break. Unset: the public authorities.',
  },
  MAIL_FROM: {
    chapter: 'mail',
    about:
      'The sender, like `Meridian Awards <awards@example.org>`. Your mail server must accept it. Unset: `Laurel <awards@localhost>`.',
  },
  SUPPORT_EMAIL: {
    chapter: 'mail',
    about: 'The address for questions of voters and replies to mails. It replaces the edition’s address.',
  },
  SMS_PROVIDER: {
    chapter: 'sms',
    about: '`twilio`, or `webhook`: your own gateway. Unset: the development inbox.',
  },
  TWILIO_ACCOUNT_SID: { chapter: 'sms', about: 'The id of the Twilio account (AC…).' },
  TWILIO_AUTH_TOKEN: { chapter: 'sms', secret: true, about: 'The token of the Twilio account.' },
  TWILIO_FROM: {
    chapter: 'sms',
    about: 'The sender: a number in E.164 (+…), a name, or a messaging service’s id (MG…).',
  },
  TWILIO_API_ROOT: { chapter: 'sms', about: 'The base URL of Twilio’s API. Change it for a proxy or a test.' },
  NUMBER_LOOKUP_PROVIDER: {
    chapter: 'sms',
    about:
      '`twilio`: once a number is confirmed, Twilio Lookup is asked whether it is mobile, landline or VoIP, evidence against bought votes. It costs money for each number. Unset: nobody is asked.',
  },
  NUMBER_LOOKUP_API_ROOT: { chapter: 'sms', about: 'The base URL of Twilio Lookup. Change it for a proxy or a test.' },
  SMS_WEBHOOK_URL: {
    chapter: 'sms',
    about:
      'Receives each text message by POST, as JSON `{id, to, text}`. Any 2xx status accepts the message, and the answer may say its cost, as JSON `{cost, currency}`. A repeated id is the same message.',
  },
  SMS_WEBHOOK_SECRET: {
    chapter: 'sms',
    secret: true,
    about: 'Signs each body: X-Signature is its HMAC-SHA-256 in hex. 32 characters or more.',
  },
  SMS_PRICES: {
    chapter: 'sms',
    about:
      'What a text message costs if the gateway does not say: a currency, then prices by calling code, like `EUR 380=0.085 44=0.04 *=0.06`. The console adds them up. Unset: only costs that the gateway reports are shown.',
  },
  SMS_HOURLY_BUDGET: {
    chapter: 'sms',
    about:
      'The maximum of text messages per hour in total. It limits the bill: beyond it, voters are asked to try later. `laurel setup` calculates all three budgets.',
  },
  SMS_COUNTRY_HOURLY_BUDGET: { chapter: 'sms', about: 'The maximum per hour to one calling code.' },
  SMS_NETWORK_HOURLY_BUDGET: { chapter: 'sms', about: `The maximum per hour for ${ONE_NETWORK}.` },
  TELEGRAM_BOT_TOKEN: {
    chapter: 'telegram',
    secret: true,
    about: 'The bot’s token from @BotFather. Unset: no Telegram (in development, a simulated bot).',
  },
  TELEGRAM_CHANNEL: {
    chapter: 'telegram',
    about:
      'The channel that voters join: `@name`, or the numeric id of a private channel. The bot must be an administrator of it.',
  },
  TELEGRAM_MODE: {
    chapter: 'telegram',
    about: '`polling` needs no incoming connection. `webhook` needs a PUBLIC_URL that is reachable over https.',
  },
  TELEGRAM_API_ROOT: {
    chapter: 'telegram',
    about: 'The base URL of the Bot API. Change it for your own Bot API server.',
  },
  INSTAGRAM_PROVIDER: {
    chapter: 'instagram',
    about:
      '`review`: you review a queue (`laurel reviews show`). `graph`: verification is automatic, over Meta’s API. Unset: no Instagram (in development, `review`).',
  },
  INSTAGRAM_PROOF: {
    chapter: 'instagram',
    about:
      '`dm`: the voter sends a short code by direct message, so that no one can claim another user’s name. `none`: no proof. With `INSTAGRAM_PROVIDER=graph` it must be `dm`.',
  },
  INSTAGRAM_ACCESS_TOKEN: {
    chapter: 'instagram',
    secret: true,
    about: 'The long-lived token of your account, with the permission `instagram_business_manage_messages`.',
  },
  INSTAGRAM_APP_SECRET: { chapter: 'instagram', secret: true, about: 'Verifies that notifications come from Meta.' },
  INSTAGRAM_VERIFY_TOKEN: {
    chapter: 'instagram',
    secret: true,
    about: 'Any text. Enter it with the webhook’s address in the app’s settings; Meta sends it to verify the webhook.',
  },
  INSTAGRAM_API_ROOT: { chapter: 'instagram', about: 'The base URL of the API. Change it for a test.' },
  ...LIMITS_REFERENCE,
};
