import * as calls from '@laurel/contracts/console/calls/audit';
import type { FastifyInstance } from 'fastify';
import { serveConsoleCall } from '../../http/console-call.ts';
import { serveExport } from '../../http/console-export.ts';
import type { Audit } from './service.ts';

type Deps = { audit: Audit; now(): Date };

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', jsonl: 'application/jsonl; charset=utf-8' } as const;

/** The audit log, and its export. */
export const registerAuditConsoleRoutes = (app: FastifyInstance, { audit, now }: Deps): void => {
  serveConsoleCall(app, calls.readAudit, ({ query }) => audit.list(query));
  serveConsoleCall(app, calls.readAuditNames, () => audit.names());
  serveExport(app, calls.exportAudit, async ({ reason, ...query }, { actor }) => {
    const at = now();
    return {
      name: `audit-${at.toISOString().slice(0, 10)}.${query.format}`,
      type: TYPES[query.format],
      lines: await audit.export(query, { actor, reason }, at),
    };
  });
};
