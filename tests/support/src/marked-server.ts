import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '@laurel/api/wiring/database';
import { startEmbedded } from '@laurel/database/embedded';
import { ACCESS_TOKEN, APP_SECRET, startGraphApi } from './instagram/graph-server.ts';
import { VERIFY_TOKEN } from './instagram/setup.ts';
import { startMailServer } from './mail-server.ts';
import { startServerProcess } from './process.ts';
import { repositoryFile } from './repository.ts';
import { startSmsGateway, WEBHOOK_SECRET, webhookProtocol } from './sms-gateway.ts';
import { BOT_TOKEN, startBotApi } from './telegram/bot-api.ts';

/** A random value that appears nowhere by chance. */
export const marked = (name: string): string => `${name}${randomBytes(24).toString('base64url')}`;

/** The logging settings of docker-compose.yml, but with every statement. */
const postgresLogging = (): Record<string, string> => {
  const lines = [...repositoryFile('docker-compose.yml').matchAll(/^ {6}- (log_\w+)=(\S+)$/gm)];
  const settings = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  return { ...settings, log_min_duration_statement: '0', log_connections: 'on' };
};

/** Makes a process crash on SIGUSR2 with an error like the driver's, which contains a row. */
const CRASH = `process.on('SIGUSR2', () => {
  const error = new Error('a row was refused');
  error.severity = 'ERROR';
  error.detail = 'Failing row contains (' + process.env.DATA_KEY + ').';
  Promise.reject(error);
});`;

/**
 * A production server in its own process, with a PostgreSQL and providers that record their input. `secrets` holds its
 * secrets by the names of their variables.
 */
export const startMarkedServer = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-marked-'));
  const serverDir = mkdtempSync(join(tmpdir(), 'laurel-marked-data-'));
  const [mailUser, mailPassword] = [marked('user'), marked('pass')];
  const mail = await startMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === mailUser && password === mailPassword ? done(null, { user: 'laurel' }) : done(new Error('refused')),
  });
  const sms = await startSmsGateway(webhookProtocol);
  const telegram = await startBotApi();
  const instagram = await startGraphApi();
  let postgres = await startEmbedded({ dataDir, settings: postgresLogging() });
  await prepareDatabase(postgres);
  let databaseLog = '';
  const readDatabaseLog = (): string => databaseLog + readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  const secrets = new Map(
    Object.entries({
      JWT_SECRET: marked('jwt'),
      JWT_SECRET_PREVIOUS: marked('old'),
      DATA_KEY: randomBytes(32).toString('base64'),
      DATA_KEY_PREVIOUS: randomBytes(32).toString('base64'),
      'the password in DATABASE_URL': new URL(postgres.appUrl).password,
      'the password of the tables’ owner': new URL(postgres.migrateUrl).password,
      'the user in SMTP_URL': mailUser,
      'the password in SMTP_URL': mailPassword,
      SMS_WEBHOOK_SECRET: WEBHOOK_SECRET,
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      INSTAGRAM_ACCESS_TOKEN: ACCESS_TOKEN,
      INSTAGRAM_APP_SECRET: APP_SECRET,
      INSTAGRAM_VERIFY_TOKEN: VERIFY_TOKEN,
    }),
  );
  const given = Object.fromEntries([...secrets].filter(([name]) => /^[A-Z_]+$/.test(name)));
  const env = {
    ...given,
    NODE_ENV: 'production',
    LOG_LEVEL: 'trace',
    PUBLIC_URL: 'https://vote.example',
    DATA_DIR: serverDir,
    DATABASE_URL: postgres.appUrl,
    SMTP_URL: `smtp://${mailUser}:${mailPassword}@127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Awards <post@vote.example>',
    SUPPORT_EMAIL: 'help@vote.example',
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: sms.url,
    TELEGRAM_CHANNEL: '@laurel_awards',
    TELEGRAM_API_ROOT: telegram.origin,
    INSTAGRAM_PROVIDER: 'graph',
    INSTAGRAM_API_ROOT: instagram.origin,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASH)}`,
  };
  const server = await startServerProcess(env);
  return {
    server,
    env,
    secrets,
    mail,
    sms,
    telegram,
    instagram,
    /** The data folders of its PostgreSQL and of the server. */
    folders: { database: join(dataDir, 'postgres'), server: serverDir },
    migrateUrl: postgres.migrateUrl,
    /** The log of PostgreSQL, with docker-compose.yml's settings. */
    databaseLog: readDatabaseLog,
    stopDatabase: async () => {
      await postgres.stop();
      databaseLog = readDatabaseLog();
    },
    startDatabase: async () => {
      const port = Number(new URL(postgres.appUrl).port);
      postgres = await startEmbedded({ dataDir, port, settings: postgresLogging() });
    },
    close: async () => {
      await server.stop('SIGKILL');
      await postgres.stop();
      await Promise.all([mail.close(), sms.close(), telegram.close(), instagram.close()]);
      for (const folder of [dataDir, serverDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type MarkedServer = Awaited<ReturnType<typeof startMarkedServer>>;
