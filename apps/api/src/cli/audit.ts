import { type AuditEntry, readEntries } from '@laurel/database/audit';
import { shownTime } from '../checks/shown-time.ts';
import { systemClock } from '../clock.ts';
import { registerBundle } from './audit-bundle.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, json, MisuseError, table } from './output.ts';
import { readSince } from './time.ts';

/** The largest `--limit`. */
const MOST = 10_000;

const readLimit = (text: string): number => {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MOST) return limit;
  throw new MisuseError(`--limit: must be a whole number from 1 to ${MOST}.`);
};

const detailOf = ({ detail }: AuditEntry): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('; ') : String(value)}`)
    .join(' ');

/** `laurel audit`, which is `laurel audit list`, and `laurel audit bundle`. */
export const registerAudit = (laurel: Laurel): void => {
  const { program, output, withDeps } = laurel;
  const audit = program.command('audit').description('see what organisers did; write the bundle of the public log');
  registerBundle(audit, laurel);
  asJson(audit.command('list', { isDefault: true }))
    .description('list what organisers did: time, operator, action, object and reason, newest first')
    .option('--since <WHEN>', 'only entries since a time like 2026-12-01T20:00:00+02:00, or of the last 90m, 24h or 7d')
    .option('--limit <COUNT>', 'the maximum number of entries', '50')
    .action(({ since, limit, json: inJson }: Json & { since?: string; limit: string }) => {
      const ask = {
        since: since === undefined ? null : readSince(since, '--since', systemClock.now()),
        limit: readLimit(limit),
      };
      return withDeps(async ({ db }) => {
        const entries = await readEntries(db, ask);
        if (inJson) output.line(json(entries));
        else if (entries.length === 0) output.line('The audit log has no entries.');
        else {
          const rows = entries.map((each) => [
            shownTime(each.at),
            each.actor,
            each.action,
            each.subject,
            each.reason ?? '-',
            detailOf(each),
          ]);
          for (const text of table(['WHEN', 'WHO', 'WHAT', 'TO WHAT', 'WHY', 'DETAIL'], rows)) output.line(text);
        }
        return EXIT.ok;
      });
    });
};
