import { createDatabase, createLongPool } from '@laurel/database/client';
import type pg from 'pg';
import { askAt, checkAnswers } from '../checks/answers.ts';
import { type Check, type Finding, skipped } from '../checks/finding.ts';
import { goLiveChecks } from '../checks/go-live.ts';
import { systemClock } from '../clock.ts';
import { type Config, ConfigError } from '../config.ts';
import {
  checkBallotGuards,
  checkClock,
  checkDatabase,
  checkEditionFiles,
  checkKeys,
  checkMigrations,
  checkNominees,
  checkQueue,
  checkServedEdition,
  checkTallies,
} from './checks.ts';
import { checkConsoleUrl, checkTeam } from './console-checks.ts';
import { locateDatabase } from './database.ts';
import { asJson, type Laurel } from './laurel.ts';
import { checkPublicLog } from './log-checks.ts';
import { checkDisk, checkLogKey, checkPublicUrl, checkSecrets } from './machine-checks.ts';
import { checkIPv6, checkTime } from './network-checks.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output } from './output.ts';
import { checkPhoneNumbers } from './phone-numbers.ts';
import {
  balanceChecks,
  checkInstagram,
  checkInstagramMessages,
  checkMail,
  checkNumberLookup,
  checkSms,
  checkSmsSenders,
  checkTelegram,
} from './provider-checks.ts';
import { senderChecks } from './sender-checks.ts';

const STATEMENT_MS = 10 * 60_000;

type Named = Finding & { check: string };

const CHECK_FAILED = 'Correct the problems above first, then run this again.';

const runChecks = async (checks: readonly Check[]): Promise<Named[]> => {
  const findings: Named[] = [];
  for (const [check, run] of checks) {
    const finding = await run().catch(
      (error: unknown): Finding => ({ ok: false, detail: messageOf(error), advice: CHECK_FAILED }),
    );
    findings.push({ check, ...finding });
  }
  return findings;
};

/** node-postgres reports the failures of several addresses in an error without a message. */
const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};

/** The checks of the tasks before a public vote. In development they are skipped. */
const goLive = (config: Config, pool: pg.Pool): Check[] => {
  const deployment = { publicUrl: config.PUBLIC_URL, folder: config.LAUREL_DEPLOYMENT_DIR };
  const checks = goLiveChecks(pool, deployment, () => systemClock.now());
  if (config.production) return checks;
  return checks.map(([name]) => [name, async () => skipped('for production only')]);
};

/** The check of PUBLIC_URL, and of what visitors get there. */
const checkSite = async (config: Config): Promise<Finding> => {
  const reached = await checkPublicUrl(config, systemClock.now());
  if (config.PUBLIC_URL === undefined || !reached.ok || reached.skipped || reached.advice !== undefined) return reached;
  const answers = await checkAnswers(askAt(config.PUBLIC_URL));
  return answers.ok ? reached : answers;
};

const examineDatabase = async (config: Config, url: string, consoleUrl: string | undefined): Promise<Named[]> => {
  const { pool, db, close } = createDatabase({
    url,
    maxConnections: 2,
    applicationName: 'laurel doctor',
    statementTimeoutMs: STATEMENT_MS,
  });
  // Comparing tallies reads every vote, and a pooler has its own time limit.
  const longPool = createLongPool({ url: config.DATABASE_LISTEN_URL ?? url, applicationName: 'laurel doctor' });
  try {
    const [reached] = await runChecks([['database', () => checkDatabase(pool)]]);
    if (!reached?.ok) {
      const detail = reached?.detail ?? '';
      const advice = 'Check DATABASE_URL, that PostgreSQL is running, and that this machine may connect to it.';
      return [{ check: 'database', ok: false, detail, advice }];
    }
    const checks: Check[] = [
      ['migrations', () => checkMigrations(pool)],
      ['keys', () => checkKeys(db, config.dataKey, config.dataKeysPrevious)],
      ['served', () => checkServedEdition(pool, config.EDITION_DIR)],
      ['nominees', () => checkNominees({ pool })],
      ['guards', () => checkBallotGuards(pool)],
      ['phone numbers', () => checkPhoneNumbers(db)],
      ['tallies', () => checkTallies(longPool, systemClock.now())],
      ['public log', () => checkPublicLog(config, pool, systemClock.now())],
      ['clock', () => checkClock(pool, () => systemClock.now())],
      ['queue', () => checkQueue(pool, systemClock.now())],
      ['instagram dm', () => checkInstagramMessages(config, pool)],
      ['team', () => checkTeam(config, consoleUrl)],
      ...goLive(config, pool),
    ];
    return [reached, ...(await runChecks(checks))];
  } finally {
    await Promise.all([close(), longPool.end()]);
  }
};

/** All checks of a deployment, in the order in which problems should be fixed. */
const examine = async (readConfig: () => Config): Promise<Named[]> => {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = 'Correct these variables, then ask again.';
    return [{ check: 'configuration', ok: false, detail: error.problems.join('; '), advice }];
  }
  const mode = config.production ? 'production' : 'development';
  const files = await runChecks([['edition', () => checkEditionFiles(config.EDITION_DIR)]]);
  const around = await runChecks([
    ['secrets', async () => checkSecrets(config)],
    ['log key', async () => checkLogKey(config)],
    ['mail', () => checkMail(config)],
    ...senderChecks(config),
    ['sms', () => checkSms(config)],
    ...balanceChecks(config),
    ['sms senders', async () => checkSmsSenders(config)],
    ['number look-up', () => checkNumberLookup(config)],
    ['telegram', () => checkTelegram(config)],
    ['instagram', () => checkInstagram(config)],
    ['time', () => checkTime(config, () => systemClock.now())],
    // DATA_DIR has the embedded database, if there is one. In a container DATA_DIR is a small tmpfs, and `/` is on the
    // disk that the volumes share.
    ['disk', () => checkDisk(config.DATABASE_URL === undefined ? config.DATA_DIR : '/')],
    ['public url', () => checkSite(config)],
    ['ipv6', () => checkIPv6(config)],
    ['console', () => checkConsoleUrl(config, systemClock.now())],
  ]);
  const findings: Named[] = [{ check: 'configuration', ok: true, detail: `readable, ${mode}` }, ...files, ...around];
  try {
    const { appUrl, consoleUrl } = locateDatabase(config);
    findings.push(...(await examineDatabase(config, appUrl, consoleUrl)));
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    findings.push({ check: 'database', ok: false, detail: error.message, advice: 'Then ask again.' });
  }
  return findings;
};

/** Where the texts of findings begin. */
const INDENT = ' '.repeat(24);

const labelOf = (finding: Finding): string => {
  if (!finding.ok) return 'PROBLEM';
  if (finding.advice !== undefined) return 'TO DO  ';
  return finding.skipped ? 'skipped' : 'ok     ';
};

type Options = {
  json: boolean;
  /** The origin of one copy of the app: only its answers are checked. */
  copy?: string | undefined;
  /** The origin of another copy, which must give the same answers. */
  like?: string | undefined;
};

/** `laurel doctor`: lists the problems of the deployment and their remedies. */
export const runDoctor = async (readConfig: () => Config, output: Output, options: Options): Promise<ExitCode> => {
  const { copy, like } = options;
  const findings =
    copy === undefined
      ? await examine(readConfig)
      : await runChecks([['answers', () => checkAnswers(askAt(copy), like === undefined ? undefined : askAt(like))]]);
  const problems = findings.filter(({ ok }) => !ok).length;
  const todos = findings.filter(({ ok, advice }) => ok && advice !== undefined).length;
  if (options.json) output.line(json({ ok: problems === 0, findings }));
  else {
    for (const finding of findings) {
      output.line(
        `${labelOf(finding)}  ${finding.check.padEnd(13)}  ${finding.detail.replaceAll('\n', `\n${INDENT}`)}`,
      );
      if (finding.advice !== undefined) output.line(`${INDENT}→ ${finding.advice}`);
    }
    if (todos > 0) output.line(`Before you go live: ${todos} marked TO DO.`);
    output.line(problems === 0 ? 'All is well.' : `${problems} of ${findings.length} checks found a problem.`);
  }
  return problems === 0 ? EXIT.ok : EXIT.problem;
};

/** `laurel doctor`. */
export const registerDoctor = ({ program, output, config, ended }: Laurel): void => {
  asJson(program.command('doctor'))
    .description('check this deployment, and report problems with their solutions')
    .option(
      '--copy <url>',
      'check only the answers of the app at this address, as deploy/upgrade.sh does before it gets traffic',
    )
    .option('--like <url>', 'with --copy: another copy, which must give the same answers')
    .action(async (options: Options) => {
      ended(await runDoctor(config, output, options));
    });
};
