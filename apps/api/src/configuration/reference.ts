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

type Entry = {
  chapter: keyof typeof CHAPTERS;
  /** What it is, in which unit, and what an unset one means. */
  about: string;
  /** Nobody but the organisers may see it: give it as a file. */
  secret?: true;
};

const network = 'one network (an IPv4 address, or an IPv6 /64), which a carrier or a hall shares among many people';

/** Every variable of the schema, explained: one without an explanation does not compile. */
export const REFERENCE: Record<VariableName, Entry> = {
  NODE_ENV: {
    chapter: 'server',
    about:
      '`production` refuses to start without all that a public vote needs and has no development tools. The image sets it.',
  },
  PORT: { chapter: 'server', about: 'The TCP port of site, API and sockets; 0 takes any free one.' },
  HOST: { chapter: 'server', about: 'The address to listen on. The image sets 0.0.0.0.' },
  PUBLIC_URL: {
    chapter: 'server',
    about:
      'Where people find the site, with https:// and without a path: it stands in mails and in links for sharing. docker-compose.yml makes it of LAUREL_DOMAIN. Unset: http://localhost:PORT.',
  },
  METRICS_PORT: {
    chapter: 'server',
    about:
      'A TCP port of its own for /metrics (Prometheus), for an inner network only. Unset: /metrics stands on PORT, for everybody who reaches it.',
  },
  TRUST_PROXY: {
    chapter: 'server',
    about:
      'The proxies in front, as addresses or CIDR blocks with commas between: only their X-Forwarded-For is believed. Unset: nobody’s.',
  },
  ALLOW_UNENCRYPTED: {
    chapter: 'server',
    about:
      'Names of variables, with commas between, that may lead over a network without TLS in production: PUBLIC_URL, SMTP_URL, SMS_WEBHOOK_URL, TWILIO_API_ROOT, TELEGRAM_API_ROOT, INSTAGRAM_API_ROOT. Whoever is on the way then reads codes, passwords and tokens. Unset: none; addresses of this machine alone (localhost, 127.0.0.1) need no mention.',
  },
  IP_LOOKUP_URL: {
    chapter: 'server',
    about: 'Where the page asks for its own public address, which it then declares; a full address or a path.',
  },
  LOG_LEVEL: {
    chapter: 'server',
    about:
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Secrets and personal data are in none of them.',
  },
  LAUREL_OPERATOR: {
    chapter: 'server',
    about:
      'Who runs the `laurel` command, for the audit log, where --as does not say; `deploy/laurel` passes the user of the host’s shell. Unset: the name of the machine’s user.',
  },
  LAUREL_DEPLOYMENT_DIR: {
    chapter: 'server',
    about:
      'A folder with .env, secrets/ and edition/, whose configuration the `laurel` command uses. The container `setup` sets it, so that commands work while no app runs. Unset: the environment’s own.',
  },
  DATABASE_URL: {
    chapter: 'database',
    secret: true,
    about:
      'The connection of the application’s role, which owns nothing. Unset: an embedded PostgreSQL in DATA_DIR, for development.',
  },
  DATABASE_MIGRATE_URL: {
    chapter: 'database',
    secret: true,
    about: 'The connection of the role that owns the tables; only `laurel migrate` and `laurel edition import` use it.',
  },
  DATABASE_LISTEN_URL: {
    chapter: 'database',
    secret: true,
    about:
      'A direct connection for LISTEN and for job queues, where DATABASE_URL leads to a pooler in transaction mode (PgBouncer). Unset: DATABASE_URL.',
  },
  DATA_DIR: {
    chapter: 'database',
    about: 'A folder for the embedded database and the secrets that development makes for itself.',
  },
  EDITION_DIR: {
    chapter: 'content',
    about:
      'The folder of your edition: edition.yaml, nominations/, logos/ (packages/catalog/README.md). `laurel migrate` imports it. Unset: the demo edition.',
  },
  WEB_DIR: {
    chapter: 'content',
    about: 'The folder of the built page. Unset: the one that was built with the server.',
  },
  JWT_SECRET: {
    chapter: 'keys',
    secret: true,
    about:
      'Signs the tokens of sessions: 32 characters or more, by chance. Unset in development: made once, kept in DATA_DIR.',
  },
  JWT_SECRET_PREVIOUS: {
    chapter: 'keys',
    secret: true,
    about:
      'Other secrets whose tokens are good, with commas between; `laurel secrets rotate jwt` keeps it. Tokens live 30 days.',
  },
  DATA_KEY: {
    chapter: 'keys',
    secret: true,
    about:
      'Seals two-factor secrets and messages on their way: 32 bytes in base64. Without it a backup can’t be used. Unset in development: made once, kept in DATA_DIR.',
  },
  DATA_KEY_PREVIOUS: {
    chapter: 'keys',
    secret: true,
    about:
      'Other keys that still open what they sealed, with commas between; `laurel secrets rotate data-key` keeps it.',
  },
  SMTP_URL: {
    chapter: 'mail',
    secret: true,
    about:
      'The mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`; special characters of the password in percent encoding. Unset: the inbox of development.',
  },
  MAIL_FROM: {
    chapter: 'mail',
    about: 'The sender, like `Meridian Awards <awards@example.org>`: your mail server must accept it.',
  },
  SUPPORT_EMAIL: {
    chapter: 'mail',
    about: 'Where voters write, and where answers to mails go. It replaces the edition’s.',
  },
  SMS_PROVIDER: {
    chapter: 'sms',
    about: '`twilio`, or `webhook`: a gateway of your own. Unset: the inbox of development.',
  },
  TWILIO_ACCOUNT_SID: { chapter: 'sms', about: 'The account’s id at Twilio (AC…).' },
  TWILIO_AUTH_TOKEN: { chapter: 'sms', secret: true, about: 'That account’s token.' },
  TWILIO_FROM: {
    chapter: 'sms',
    about: 'The sender: a number in E.164 (+…), a name, or a messaging service’s id (MG…).',
  },
  TWILIO_API_ROOT: { chapter: 'sms', about: 'Where Twilio’s API stands; changed for a proxy or a test.' },
  SMS_WEBHOOK_URL: {
    chapter: 'sms',
    about:
      'Takes each text message by POST, as JSON `{id, to, text}`; any 2xx means accepted, the same id is the same message.',
  },
  SMS_WEBHOOK_SECRET: {
    chapter: 'sms',
    secret: true,
    about: 'Signs each body: X-Signature is its HMAC-SHA-256 in hex. 32 characters or more.',
  },
  SMS_HOURLY_BUDGET: {
    chapter: 'sms',
    about:
      'The most text messages in an hour, over all. Beyond it people are asked to come back later: it bounds the bill. `laurel setup` sizes all three.',
  },
  SMS_COUNTRY_HOURLY_BUDGET: { chapter: 'sms', about: 'The most in an hour to one calling code.' },
  SMS_NETWORK_HOURLY_BUDGET: { chapter: 'sms', about: `The most in an hour for ${network}.` },
  TELEGRAM_BOT_TOKEN: {
    chapter: 'telegram',
    secret: true,
    about: 'The bot’s token from @BotFather. Unset: no Telegram (in development a simulated one).',
  },
  TELEGRAM_CHANNEL: {
    chapter: 'telegram',
    about: 'The channel voters join: `@name`, or the numeric id of a private one. The bot must be its administrator.',
  },
  TELEGRAM_MODE: {
    chapter: 'telegram',
    about: '`polling` needs no way in; `webhook` needs PUBLIC_URL to be reachable over https.',
  },
  TELEGRAM_API_ROOT: { chapter: 'telegram', about: 'Where the Bot API stands; changed for a server of your own.' },
  INSTAGRAM_PROVIDER: {
    chapter: 'instagram',
    about:
      '`review`: you decide in a queue (`laurel review`). `graph`: Meta’s API decides by itself. Unset: no Instagram (in development `review`).',
  },
  INSTAGRAM_PROOF: {
    chapter: 'instagram',
    about:
      '`dm`: the voter sends a short code by direct message, so that nobody can claim a stranger’s name. `none`: no proof.',
  },
  INSTAGRAM_ACCESS_TOKEN: {
    chapter: 'instagram',
    secret: true,
    about: 'The long-lived token of your account, with `instagram_business_manage_messages`.',
  },
  INSTAGRAM_APP_SECRET: { chapter: 'instagram', secret: true, about: 'Proves that notifications come from Meta.' },
  INSTAGRAM_VERIFY_TOKEN: {
    chapter: 'instagram',
    secret: true,
    about: 'Any text; Meta says it when you enter the webhook’s address in the app’s settings.',
  },
  INSTAGRAM_API_ROOT: { chapter: 'instagram', about: 'Where the API stands; changed for a test.' },
  LIMITS_REGISTER_NETWORK_HOUR: { chapter: 'limits', about: `Registrations an hour from ${network}.` },
  LIMITS_LOGIN_ACCOUNT_QUARTER: { chapter: 'limits', about: 'Wrong passwords in 15 minutes for one account.' },
  LIMITS_LOGIN_NETWORK_QUARTER: { chapter: 'limits', about: 'Wrong passwords in 15 minutes from one network.' },
  LIMITS_MAIL_ACCOUNT_HOUR: {
    chapter: 'limits',
    about:
      'Mails with a code an hour to one account, asked for from one network (or from a browser the account knows).',
  },
  LIMITS_MAIL_ACCOUNT_DAY: {
    chapter: 'limits',
    about: 'Mails with a code a day to one account, over all networks; a browser the account knows is not counted.',
  },
  LIMITS_MAIL_NETWORK_HOUR: {
    chapter: 'limits',
    about: 'Mails with a code an hour that one network asks for again (sent anew, or for a forgotten password).',
  },
  LIMITS_CODES_ACCOUNT_DAY: {
    chapter: 'limits',
    about: 'Wrong codes of any kind a day for one account; of codes by mail, for each network that asked for them.',
  },
  LIMITS_CODES_ACCOUNT_TOTAL: {
    chapter: 'limits',
    about: 'The same in all, until support unlocks the account (codes by mail: in 30 days).',
  },
  LIMITS_CODES_NETWORK_HOUR: { chapter: 'limits', about: 'Wrong codes an hour from one network.' },
  LIMITS_FLOOD_REGISTER: {
    chapter: 'limits',
    about:
      'Registrations in five minutes, over all, from which on each has to bring a proof of work, until they are half as many. Browsers make it by themselves, in a second or a few.',
  },
  LIMITS_FLOOD_REGISTER_NETWORK: {
    chapter: 'limits',
    about: 'The same for registrations from one network; the others go on without.',
  },
  LIMITS_FLOOD_LOGIN: { chapter: 'limits', about: 'The same for logins.' },
  LIMITS_FLOOD_LOGIN_NETWORK: {
    chapter: 'limits',
    about: 'The same for logins from one network; the others go on without.',
  },
  LIMITS_FLOOD_MAIL: {
    chapter: 'limits',
    about: 'The same for mails with a code that are asked for again, or for a forgotten password.',
  },
  LIMITS_FLOOD_MAIL_NETWORK: {
    chapter: 'limits',
    about: 'The same for such mails from one network; the others go on without.',
  },
  LIMITS_FLOOD_SMS: { chapter: 'limits', about: 'The same for text messages that are asked for.' },
  LIMITS_FLOOD_SMS_NETWORK: {
    chapter: 'limits',
    about: 'The same for text messages from one network; the others go on without.',
  },
  LIMITS_VOTES_ACCOUNT_MINUTE: { chapter: 'limits', about: 'Votes a minute from one account, per process.' },
  LIMITS_READS_NETWORK_MINUTE: { chapter: 'limits', about: 'Reads a minute from one network, per process.' },
  LIMITS_SOCKETS_NETWORK: { chapter: 'limits', about: 'Open sockets from one network, per process.' },
  LIMITS_SUBSCRIPTIONS: { chapter: 'limits', about: 'Subscriptions of one socket.' },
};
