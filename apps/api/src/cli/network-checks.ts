// Checks of the way between this machine and others.
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ProbeError, probe } from '../adapters/probe.ts';
import { createDns, type Dns, isNobodys } from '../checks/dns.ts';
import { bad, type Finding, good, skipped, todo } from '../checks/finding.ts';
import type { Config } from '../config.ts';
import { readDeploymentFolder } from '../configuration/deployment-folder.ts';

/** Authenticators show a new code every 30 seconds; the date of an answer has seconds, and travels for some. */
const MOST_AHEAD_MS = 5_000;

/** Compares this machine's clock with another one. @param aheadMs how far it is ahead, milliseconds */
export const judgeTime = (host: string, aheadMs: number): Finding => {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) <= MOST_AHEAD_MS) return good(`within ${seconds + 1} s of ${host}`);
  return bad(
    `this machine’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${host}`,
    'Synchronise it with NTP ("timedatectl set-ntp true"): the codes of authenticators depend on it.',
  );
};

/** Checks the clock by that of a provider; the database's is often this machine's own. */
export const checkTime = async (config: Config, now: () => Date): Promise<Finding> => {
  const { TELEGRAM_BOT_TOKEN, SMS_PROVIDER, INSTAGRAM_PROVIDER } = config;
  // Refusals have a date, too; these paths don't redirect.
  const [url] = [
    ...(TELEGRAM_BOT_TOKEN === undefined ? [] : [`${config.TELEGRAM_API_ROOT}/bot0/getMe`]),
    ...(SMS_PROVIDER === 'twilio' ? [`${config.TWILIO_API_ROOT}/2010-04-01/Accounts.json`] : []),
    ...(INSTAGRAM_PROVIDER === 'graph' ? [`${config.INSTAGRAM_API_ROOT}/me`] : []),
  ];
  if (url === undefined) return skipped('no provider to compare the clock with');
  try {
    const { host } = new URL(url);
    const { date } = await probe(url);
    if (date === null) return skipped(`${host} doesn’t tell the time`);
    return judgeTime(host, now().getTime() - Date.parse(date));
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return skipped(`the time could not be looked up: ${error.message}`);
  }
};

/** What a connection to the site's IPv6 address met. `unseen`: nothing here can tell, as in a container. */
type Way = 'answers' | 'silent' | 'none' | 'unseen';

const REPAIR =
  'Give the machine IPv6 and open port 443 for it, or remove the AAAA record: phones in networks with IPv6 try it first.';

/** Checks that a site with an AAAA record can be reached over IPv6. @param addresses undefined if nobody knows them */
export const judgeIPv6 = (name: string, addresses: readonly string[] | undefined, way: Way): Finding => {
  if (addresses === undefined) return skipped(`the AAAA record of ${name} could not be looked up`);
  const [address] = addresses;
  if (address === undefined) return good(`${name} has no AAAA record: visitors come over IPv4`);
  if (way === 'answers') return good(`${address} answers`);
  if (way === 'unseen') {
    return skipped(
      `a container can’t try ${address}, the AAAA record of ${name}: on the host, "curl -6 https://${name}"`,
    );
  }
  const state = way === 'none' ? 'this machine has no IPv6' : 'nothing answers there';
  return todo(`${name} has the AAAA record ${address}, and ${state}`, REPAIR);
};

const CONNECT_MS = 4_000;

const answersAt = async (host: string, port: number): Promise<boolean> => {
  const socket = connect({ host, port, signal: AbortSignal.timeout(CONNECT_MS) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Whether this machine, or container, has an address in an IPv6 network. */
const hasIPv6 = (): boolean =>
  Object.values(networkInterfaces()).some((each) =>
    each?.some(({ family, internal, address }) => family === 'IPv6' && !internal && !address.startsWith('fe80:')),
  );

const wayTo = async (address: string, port: number, folder: string | undefined): Promise<Way> => {
  if (await answersAt(address, port)) return 'answers';
  if (folder !== undefined) return readDeploymentFolder(folder)?.LAUREL_IPV6 === 'false' ? 'none' : 'unseen';
  return hasIPv6() ? 'silent' : 'none';
};

/** Checks the AAAA record of the site. */
export const checkIPv6 = async (config: Config, dns: Dns = createDns()): Promise<Finding> => {
  if (config.PUBLIC_URL === undefined || !config.production) return skipped('for production only');
  const { hostname, port } = new URL(config.PUBLIC_URL);
  if (isNobodys(hostname) || isIP(hostname) !== 0) return skipped('a trial: the site has no name');
  const addresses = await dns.ipv6(hostname);
  const [address] = addresses ?? [];
  const way =
    address === undefined ? 'unseen' : await wayTo(address, Number(port || 443), config.LAUREL_DEPLOYMENT_DIR);
  return judgeIPv6(hostname, addresses, way);
};
