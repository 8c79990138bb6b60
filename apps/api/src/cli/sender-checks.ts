import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createDns, type Dns, isNobodys } from '../checks/dns.ts';
import { type Check, skipped } from '../checks/finding.ts';
import {
  dkimName,
  hasDmarc,
  judgeDkim,
  judgeDmarc,
  judgeMx,
  judgeReverse,
  judgeSpf,
  type Reverse,
} from '../checks/mail-domain.ts';
import { volumeFinding } from '../checks/mail-volume.ts';
import type { Config } from '../config.ts';
import { votersFor } from './setup/sizing.ts';

/** Why the domain of mails is not looked up; undefined if it is. */
const reasonToSkip = ({ SMTP_URL }: Config, domain: string): string | undefined => {
  if (SMTP_URL === undefined) return 'no SMTP_URL: mails go to the inbox of development';
  return isNobodys(domain) ? `a trial: nobody can own ${domain}` : undefined;
};

/** The DMARC record of a domain is its own, or that of the nearest domain above it. */
const readDmarc = async (dns: Dns, domain: string): Promise<string[] | undefined> => {
  const texts = await dns.texts(`_dmarc.${domain}`);
  const above = domain.replace(/^[^.]+\./, '');
  return texts && !hasDmarc(texts) && above.includes('.') ? readDmarc(dns, above) : texts;
};

const readReverse = async (dns: Dns, server: string): Promise<Reverse | undefined> => {
  const [address] = isIP(server) === 0 ? ((await dns.ipv4(server)) ?? []) : [server];
  if (address === undefined || ipaddr.process(address).range() !== 'unicast') return undefined;
  const names = await dns.names(address);
  const [first] = names ?? [];
  const back = first === undefined ? [] : await dns.ipv4(first);
  return { address, names, leadsBack: back?.includes(address) ?? false };
};

/** The checks of the domain that mails come from. They ask name servers, and nobody else. */
export const senderChecks = (config: Config, dns: Dns = createDns()): Check[] => {
  const domain = /@([^\s>]+)/.exec(config.MAIL_FROM)?.[1]?.toLowerCase() ?? '';
  const server = config.SMTP_URL === undefined ? '' : new URL(config.SMTP_URL).hostname.replace(/^\[|\]$/g, '');
  const { MAIL_DKIM_SELECTOR: selector, SUPPORT_EMAIL: support, SMS_HOURLY_BUDGET: hourly } = config;
  const checks: Check[] = [
    ['mx', async () => judgeMx(domain, await dns.mailServers(domain))],
    ['spf', async () => judgeSpf(domain, await dns.texts(domain), server)],
    [
      'dkim',
      async () => judgeDkim(domain, selector, selector ? await dns.texts(dkimName(domain, selector)) : undefined),
    ],
    ['dmarc', async () => judgeDmarc(domain, await readDmarc(dns, domain), support)],
    ['reverse name', async () => judgeReverse(server, domain, await readReverse(dns, server))],
    ['mail volume', async () => volumeFinding(votersFor(hourly))],
  ];
  const reason = reasonToSkip(config, domain);
  return reason === undefined ? checks : checks.map(([name]) => [name, async () => skipped(reason)]);
};
