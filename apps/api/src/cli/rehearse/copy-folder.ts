import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { BOT } from '../../rehearsal/bot-api.ts';
import { CREDENTIALS, PORTS } from '../../rehearsal/providers.ts';
import { type Files, planDeployment } from '../setup/plan.ts';
import { NONE } from '../setup/questions.ts';

/** The name of the site in the networks of the copy, and of the container with its providers (deploy/rehearsal.yml). */
const SITE = 'awards.test';
const PROVIDERS = 'rehearsal';
const UNENCRYPTED = 'SMTP_URL,SMS_WEBHOOK_URL,TELEGRAM_API_ROOT,INSTAGRAM_API_ROOT';

/**
 * The settings of the real deployment that the copy takes over: sizes, limits and images. The copy has its own values
 * of all others, so that it gets neither the address of a real service nor a secret that somebody wrote into .env.
 */
const TAKEN_OVER =
  /^(APP_(REPLICAS|MEMORY)|POSTGRES_\w+|CADDY_IMAGE|LAUREL_(IMAGE|VERSION)|BACKUP_(MEMORY|EVERY_HOURS|PARTIAL_SECONDS)|LIMITS_\w+|SMS_(COUNTRY_|NETWORK_)?HOURLY_BUDGET)$/;
/**
 * The settings of the store of the real backups. In the copy their names begin with REHEARSAL_: only the restore reads
 * them.
 */
const OF_THE_STORE = /^BACKUP_(?=S3_(ENDPOINT|REGION|PATH_STYLE)$)/;

const FALLBACK_STORE = 'file:///backups';

/** The settings in the .env of the real deployment. */
export type RealSettings = Readonly<Record<string, string | undefined>>;

/** Reads the .env of the deployment in a folder. @throws Error of the file system */
export const readSettings = (folder: string): RealSettings => parseEnv(readFileSync(join(folder, '.env'), 'utf8'));

/** The settings and the secrets of the copy: its own providers and keys, and the sizes and limits of the real deployment. */
export const planCopy = async (real: RealSettings, voters: number): Promise<Files> => {
  const web = `http://${PROVIDERS}:${PORTS.web}`;
  const { instagram, smsSecret } = CREDENTIALS;
  const plan = await planDeployment(
    {
      domain: SITE,
      consoleDomain: NONE,
      certificateEmail: `rehearsal@${SITE}`,
      mail: `smtp://${PROVIDERS}:${PORTS.mail}`,
      mailFrom: `Rehearsal <rehearsal@${SITE}>`,
      supportEmail: `rehearsal@${SITE}`,
      sms: 'webhook',
      smsWebhookUrl: `${web}/sms`,
      smsWebhookSecret: smsSecret,
      telegramToken: BOT.token,
      telegramChannel: BOT.channel,
      instagram: 'graph',
      instagramAccessToken: instagram.accessToken,
      instagramAppSecret: instagram.appSecret,
      instagramVerifyToken: instagram.verifyToken,
      audience: String(voters),
    },
    UNENCRYPTED,
  );
  // Sizes that setup calculates for the audience would prove nothing about the real deployment, so only the real ones
  // stay.
  const own = Object.entries(plan.settings).filter(([name]) => !TAKEN_OVER.test(name));
  const taken = Object.entries(real).filter(([name]) => TAKEN_OVER.test(name));
  const ofStore = Object.entries(real).filter(([name]) => OF_THE_STORE.test(name));
  const store = real.BACKUP_STORE || FALLBACK_STORE;
  const settings = {
    ...Object.fromEntries([...own, ...taken]),
    ...Object.fromEntries(ofStore.map(([name, value]) => [name.replace(OF_THE_STORE, 'REHEARSAL_'), value])),
    LAUREL_TLS: 'tls internal',
    TELEGRAM_API_ROOT: web,
    INSTAGRAM_API_ROOT: web,
    REHEARSAL_STORE: store,
    // Only a bucket needs a network; a volume does not.
    REHEARSAL_STORE_NETWORK: store.startsWith('file:') ? 'none' : 'bridge',
  };
  return { settings, secrets: plan.secrets };
};
