import type { VariableName } from './schema.ts';

/** What one network is, in the texts. */
const ONE_NETWORK = 'one network (an IPv4 address or an IPv6 /64, which many users of a carrier or a venue may share)';

/**
 * What every variable of the schema means: its unit, and the effect of leaving it unset; by the chapters of docs/configuration.md and
 * .env.example, in their order.
 */
export const CHAPTERS = {
  'The server': {
    NODE_ENV:
      'With `production`, Laurel starts only with everything that a public vote needs, and has no development tools. The image sets it.',
    PORT: 'The TCP port of the site, the API and the sockets. 0 selects a free port.',
    HOST: 'The address to listen on. The image sets 0.0.0.0.',
    PUBLIC_URL:
      'The public address of the site, with https:// and without a path. Mails and shared links use it. docker-compose.yml derives it from LAUREL_DOMAIN. Unset: http://localhost:PORT.',
    CONSOLE_PORT:
      'The TCP port of the organisers’ console, which has an origin of its own. 0 selects a free port. Unset: 8081, or a free port if PORT is not 8080 or 8081 is in use. In production the console is off unless CONSOLE_URL and DATABASE_CONSOLE_URL are set.',
    WEBHOOK_PRIVATE_HOSTS:
      'The host names, separated by commas, at which webhooks of the console may reach private addresses: services in your own network. Unset: none.',
    CONSOLE_URL:
      'The address of the organisers’ console, with https:// and without a path. Passkeys belong to its host name, so they must be made again if it changes. In production the host must not be that of PUBLIC_URL. docker-compose.yml derives it from LAUREL_CONSOLE_DOMAIN. Unset: http://localhost:CONSOLE_PORT in development, no console in production.',
    METRICS_PORT:
      'A separate TCP port for /metrics (Prometheus), for an internal network only. Unset: /metrics is served on PORT, to every client that reaches it. The image sets 9464.',
    TRUST_PROXY:
      'The proxies in front of Laurel, as addresses or CIDR blocks separated by commas. Only their X-Forwarded-For is trusted. Unset: none is trusted.',
    ALLOW_UNENCRYPTED:
      'The variables, separated by commas, whose addresses may be used without TLS in production: PUBLIC_URL, SMTP_URL, SMS_WEBHOOK_URL, TELEGRAM_GATEWAY_API_ROOT, WHATSAPP_API_ROOT, TURBOSMS_API_ROOT, SEVEN_API_ROOT, TWILIO_API_ROOT, NUMBER_LOOKUP_API_ROOT, TELEGRAM_API_ROOT, INSTAGRAM_API_ROOT. An attacker on the network can then read codes, passwords and tokens. Loopback addresses (localhost, 127.0.0.1) are always allowed. Unset: no others are.',
    IP_LOOKUP_URL:
      'Where the page looks up the client’s public IP address, which it then declares: a path of this site, or an address that answers every site (CORS) with `{"ip": "203.0.113.7"}`. Another site receives the address and browser of each visitor: name it in your privacy notice.',
    LOG_LEVEL:
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. No level logs secrets or personal data.',
    LAUREL_OPERATOR:
      'The name of the user who runs the `laurel` command, for the audit log; --as overrides it. `deploy/laurel` passes the user of the host’s shell. Unset: the name of the system user.',
    LAUREL_DEPLOYMENT_DIR:
      'A folder with .env, secrets/ and edition/. The `laurel` command reads its configuration from it. The container `setup` sets it, so that commands work while the app is stopped. Unset: the configuration comes from the environment.',
  },
  'The database': {
    DATABASE_URL:
      'The connection of the application’s role, which owns no tables. Unset: an embedded PostgreSQL in DATA_DIR, for development.',
    DATABASE_MIGRATE_URL:
      'The connection of the role that owns the tables. Only `laurel migrate` and `laurel edition import` use it.',
    DATABASE_LISTEN_URL:
      'A direct connection for LISTEN, the job queue, the ballot box and statements that read whole tables. Set it if DATABASE_URL connects to a pooler in transaction mode (PgBouncer). Unset: DATABASE_URL.',
    DATABASE_CONSOLE_URL:
      'The connection of the console’s role, which reads what the console shows and changes data by functions only. `laurel migrate` creates the role. Unset: that of the embedded database in development, no console in production.',
    DATA_DIR:
      'The folder of the embedded database and of generated development secrets. In production it has the newest checkpoint of the public log that was shown, by which Laurel recognises an older or a forked database: keep it on a disk that outlives the container. The image sets /data.',
    RETAIN_MONTHS:
      'Accounts to which nobody has logged in for so many months get a mail. A month later they are erased, unless somebody logs in (docs/privacy.md).',
  },
  'The content': {
    EDITION_DIR:
      'The folder of your edition: edition.yaml, nominations/, logos/, pictures/ (packages/catalog/README.md). `laurel migrate` imports it. Unset: the demo edition.',
    WEB_DIR: 'The folder of the built page. Unset: the page that was built with the server.',
    CONSOLE_DIR: 'The folder of the built console. Unset: the console that was built with the server.',
  },
  Keys: {
    JWT_SECRET:
      'Signs session tokens. 32 or more random characters. Unset in development: generated once and stored in DATA_DIR.',
    JWT_SECRET_PREVIOUS:
      'Other secrets whose tokens are accepted, separated by commas. `laurel secrets rotate jwt` maintains it. Tokens are valid for 30 days.',
    DATA_KEY:
      'Encrypts two-factor secrets and queued messages: 32 bytes in base64. A backup is useless without it. Unset in development: generated once and stored in DATA_DIR.',
    DATA_KEY_PREVIOUS:
      'Other keys that can still decrypt, separated by commas. `laurel secrets rotate data-key` maintains it.',
    LOG_KEY:
      'Signs the public log of votes and the promises to voters: the 32-byte seed of an Ed25519 key, in base64. It stays the same for as long as an edition’s log exists. Unset in production: no public log and no promises. Unset in development: generated once and stored in DATA_DIR, if JWT_SECRET or DATA_KEY is unset too.',
  },
  Mail: {
    SMTP_URL:
      'The mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. Percent-encode special characters of the password. Unset: the development inbox.',
    SMTP_CA:
      'The certificate, in PEM, of the authority that signed the mail server’s, if it is one of your own. On one line of .env, in double quotes, `\\n` stands for a line break. Unset: the public authorities.',
    MAIL_FROM:
      'The sender, like `Meridian Awards <awards@example.org>`. Your mail server must accept it. Unset: `Laurel <awards@localhost>`.',
    MAIL_DKIM_SELECTOR:
      'The selector of the DKIM key with which your mail server signs, like `s1` of s1._domainkey.example.org. Only `laurel doctor` uses it: it looks the key up. Unset: it can’t.',
    SUPPORT_EMAIL: 'The address for questions of voters and replies to mails. It replaces the edition’s address.',
  },
  'Text messages': {
    PHONE_CODE_CHANNELS:
      'How codes reach a phone, in the order in which the channels are tried: `telegram` (Telegram Gateway, about a cent), `whatsapp` (Meta’s Cloud API), `viber` (TurboSMS), `sms`, and last `voice`, a call by seven that says the code. A voter who gets no code asks for the next one, and gets the same code. Like `telegram,sms`.',
    TELEGRAM_GATEWAY_TOKEN:
      'The token of the account at gateway.telegram.org, which sends codes to people’s Telegram. It is not the bot’s. Unset in development: the inbox.',
    TELEGRAM_GATEWAY_API_ROOT: 'The base URL of the Telegram Gateway API. Change it for a test.',
    SMS_PROVIDER:
      '`twilio`, `turbosms` (Ukraine), `seven` (Germany), or `webhook`: your own gateway. Unset: the development inbox.',
    SEVEN_API_KEY: 'The API key of the account at seven.io.',
    SEVEN_SIGNING_KEY:
      'The signing key of the account at seven. With it, reports of what did not arrive are taken: register `https://<domain>/api/seven/reports` as a webhook in JSON for `dlr` and `voice_status`. Unset: no reports.',
    SEVEN_SENDER: 'The sender of SMS: at most 11 letters and digits, or a number. Unset: that of the account.',
    SEVEN_CALLER: 'The number that calls, as seven has verified it. Unset: one of seven’s.',
    SEVEN_API_ROOT: 'The base URL of seven’s API. Change it for a test.',
    TURBOSMS_TOKEN:
      'The key of the HTTP API at turbosms.ua. Its webhooks sign the id of an event and not what it says, so no report is taken: what is not delivered is shown as sent until the voter asks for the next channel.',
    TURBOSMS_SENDER: 'The sender of SMS, as TurboSMS has registered it.',
    TURBOSMS_VIBER_SENDER: 'The sender of messages by Viber, as TurboSMS has registered it.',
    TURBOSMS_API_ROOT: 'The base URL of TurboSMS. Change it for a test.',
    WHATSAPP_TOKEN: 'The permanent token of a system user of your app at Meta, with `whatsapp_business_messaging`.',
    WHATSAPP_NUMBER_ID: 'The id of the number that sends, from the app’s settings.',
    WHATSAPP_TEMPLATE:
      'The name of an authentication template with a button that copies the code, approved in each language of the site.',
    WHATSAPP_APP_SECRET:
      'The secret of the app at Meta. With it and WHATSAPP_VERIFY_TOKEN, reports of what did not arrive are taken: register `https://<domain>/api/whatsapp/webhook` for `messages` in the app’s settings. Unset: no reports.',
    WHATSAPP_VERIFY_TOKEN: 'A random text that you also enter where you register that address.',
    WHATSAPP_API_ROOT: 'The base URL of Meta’s Graph API with its version. Change it for a test.',
    TWILIO_ACCOUNT_SID: 'The id of the Twilio account (AC…).',
    TWILIO_AUTH_TOKEN: 'The token of the Twilio account.',
    TWILIO_FROM: 'The sender: a number in E.164 (+…), a name, or a messaging service’s id (MG…).',
    TWILIO_API_ROOT: 'The base URL of Twilio’s API. Change it for a proxy or a test.',
    NUMBER_LOOKUP_PROVIDER:
      '`twilio`: once a number is confirmed, Twilio Lookup is asked whether it is mobile, landline or VoIP, evidence against bought votes. It costs money for each number. Unset: nobody is asked.',
    NUMBER_LOOKUP_API_ROOT: 'The base URL of Twilio Lookup. Change it for a proxy or a test.',
    SMS_WEBHOOK_URL:
      'Receives each text message by POST, as JSON `{id, to, text}`. Any 2xx status accepts the message, and the answer may say its cost, as JSON `{cost, currency}`. A repeated id is the same message.',
    SMS_WEBHOOK_SECRET: 'Signs each body: X-Signature is its HMAC-SHA-256 in hex. 32 characters or more.',
    SMS_PRICES:
      'What a text message costs if the gateway does not say: a currency, then prices by calling code (`*`: any other) and by channel, like `EUR 380=0.085 44=0.04 *=0.06 telegram=0.01`. The console adds them up. Unset: public list prices in EUR stand in for SMS and Telegram where it estimates what a vote costs, and sums have only what gateways report.',
    PHONE_CODE_TOTAL_BUDGET:
      'The most that codes to phones may cost in an edition, in the currency of `SMS_PRICES`, like `2000`. Beyond it, channels with a price send none; each channel needs one. Unset: no such limit.',
    SMS_HOURLY_BUDGET:
      'The maximum of SMS and calls per hour in total; other channels have no hourly budgets. It limits the bill: beyond it, voters are asked to try later. `laurel setup` calculates all three budgets.',
    SMS_COUNTRY_HOURLY_BUDGET: 'The maximum per hour to one calling code.',
    SMS_NETWORK_HOURLY_BUDGET: `The maximum per hour for ${ONE_NETWORK}.`,
  },
  Telegram: {
    TELEGRAM_BOT_TOKEN: 'The bot’s token from @BotFather. Unset: no Telegram (in development, a simulated bot).',
    TELEGRAM_CHANNEL:
      'The channel that voters join: `@name`, or the numeric id of a private channel. The bot must be an administrator of it.',
    TELEGRAM_MODE: '`polling` needs no incoming connection. `webhook` needs a PUBLIC_URL that is reachable over https.',
    TELEGRAM_API_ROOT: 'The base URL of the Bot API. Change it for your own Bot API server.',
  },
  Instagram: {
    INSTAGRAM_PROVIDER:
      '`review`: you review a queue (`laurel reviews show`). `graph`: verification is automatic, over Meta’s API. Without Advanced Access (App Review) Meta passes on no messages of strangers: until you have it, use `review`, which asks for a code by message, too. Unset: no Instagram (in development, `review`).',
    INSTAGRAM_PROOF:
      '`dm`: the voter sends a short code by direct message, so that no one can claim another user’s name. `none`: no proof. With `INSTAGRAM_PROVIDER=graph` it must be `dm`.',
    INSTAGRAM_ACCESS_TOKEN:
      'The long-lived token of your account, with the permission `instagram_business_manage_messages`.',
    INSTAGRAM_APP_SECRET: 'Verifies that notifications come from Meta.',
    INSTAGRAM_VERIFY_TOKEN:
      'Any text. Enter it with the webhook’s address in the app’s settings; Meta sends it to verify the webhook.',
    INSTAGRAM_API_ROOT: 'The base URL of the API. Change it for a test.',
  },
  Limits: {
    LIMITS_REGISTER_NETWORK_HOUR: `Registrations per hour from ${ONE_NETWORK}.`,
    LIMITS_LOGIN_ACCOUNT_QUARTER: 'Wrong passwords in 15 minutes, for one login.',
    LIMITS_LOGIN_NETWORK_QUARTER: 'Wrong passwords in 15 minutes from one network.',
    LIMITS_MAIL_ACCOUNT_HOUR:
      'Mails with a code per hour to one account, requested from one network (or from a known browser of the account).',
    LIMITS_MAIL_ACCOUNT_DAY:
      'Mails with a code per day to one account, from all networks. Known browsers of the account may exceed it; the mails that they are sent count for the others.',
    LIMITS_MAIL_NETWORK_HOUR:
      'Mails with a code per hour that one network requests (a repeated code, or a forgotten password).',
    LIMITS_CODES_ACCOUNT_DAY:
      'Wrong codes of any kind per day for one account. Wrong codes of mails count for each requesting network.',
    LIMITS_CODES_ACCOUNT_TOTAL: 'Wrong codes in total, until support unlocks the account (codes of mails: in 30 days).',
    LIMITS_CODES_NETWORK_HOUR: 'Wrong codes per hour from one network.',
    LIMITS_FLOOD_REGISTER:
      'Registrations in five minutes, in total. Above it each registration needs a proof of work, until the number falls to half. Browsers compute it automatically, in a fraction of a second, and in a few seconds in the largest floods. Of the limits for one network, four times the number applies to the IPv6 /48 around it.',
    LIMITS_FLOOD_REGISTER_NETWORK: 'The same for registrations from one network. Other networks need no proof.',
    LIMITS_FLOOD_LOGIN: 'The same for logins.',
    LIMITS_FLOOD_LOGIN_NETWORK: 'The same for logins from one network. Other networks need no proof.',
    LIMITS_FLOOD_MAIL: 'The same for mails with a repeated code, or for a forgotten password.',
    LIMITS_FLOOD_MAIL_NETWORK: 'The same from one network. Others need no proof.',
    LIMITS_FLOOD_SMS: 'The same for requested text messages.',
    LIMITS_FLOOD_SMS_NETWORK: 'The same from one network. Others need no proof.',
    LIMITS_VOTES_ACCOUNT_MINUTE: 'Votes per minute from one account, for each process.',
    LIMITS_RECEIPTS_ACCOUNT_MINUTE: 'The same for reads of the receipts of one’s votes.',
    LIMITS_READS_NETWORK_MINUTE: 'Reads per minute from one network, for each process.',
    LIMITS_SOCKETS_NETWORK: 'Open sockets from one network, for each process.',
    LIMITS_SUBSCRIPTIONS: 'Subscriptions of one socket.',
  },
} as const satisfies Record<string, Partial<Record<VariableName, string>>>;

/** What each variable means. One that no chapter explains is a type error. */
export const REFERENCE: Record<VariableName, string> = {
  ...CHAPTERS['The server'],
  ...CHAPTERS['The database'],
  ...CHAPTERS['The content'],
  ...CHAPTERS.Keys,
  ...CHAPTERS.Mail,
  ...CHAPTERS['Text messages'],
  ...CHAPTERS.Telegram,
  ...CHAPTERS.Instagram,
  ...CHAPTERS.Limits,
};
