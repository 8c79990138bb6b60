import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type SmsGateway, startSmsGateway, WEBHOOK_SECRET, webhookProtocol } from './sms-gateway.ts';

/** An empty folder for a deployment, and the providers that its flags name. */
export type DeploymentFolder = {
  dir: string;
  mail: MailServer;
  sms: SmsGateway;
  /** The flags of `laurel setup`, with changes; undefined omits a flag. */
  flags(more?: Record<string, string | undefined>): string[];
  close(): Promise<void>;
};

export const startDeploymentFolder = async (): Promise<DeploymentFolder> => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-setup-'));
  const mail = await startMailServer();
  const sms = await startSmsGateway(webhookProtocol);
  return {
    dir,
    mail,
    sms,
    flags: (more = {}) =>
      Object.entries({
        '--dir': dir,
        '--domain': 'localhost',
        '--mail': `smtp://127.0.0.1:${mail.port}`,
        '--support-email': 'help@awards.example',
        '--sms': 'webhook',
        '--sms-webhook-url': sms.url,
        '--sms-webhook-secret': WEBHOOK_SECRET,
        '--audience': '10000',
        ...more,
      }).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    close: async () => {
      await mail.close();
      await sms.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
