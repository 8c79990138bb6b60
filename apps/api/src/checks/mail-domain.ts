// What the DNS of the sender's domain says to mailbox providers. `undefined` records could not be looked up.
import { type Finding, good, skipped, todo } from './finding.ts';

const unknown = (name: string): Finding => skipped(`${name} could not be looked up: no name server answered`);
const enter = (name: string, record: string): string => `Enter at the DNS host of the domain: ${name}. ${record}`;

/** Checks where answers and returned mails go. @param servers with an empty name if the domain takes no mail */
export const judgeMx = (domain: string, servers: readonly string[] | undefined): Finding => {
  if (servers === undefined) return unknown(domain);
  const [first] = servers;
  if (first) return good(`mails to ${domain} go to ${first}`);
  const state = first === '' ? 'says that it takes no mail (MX 0 .)' : 'has no MX record';
  return todo(
    `${domain} ${state}: returned mails reach nobody, and some servers refuse such a sender`,
    enter(domain, 'MX 10 SERVER (that of your mailboxes: your mail provider says which)'),
  );
};

/** What the SPF record of a provider's customers includes, by the end of its server's name. */
const INCLUDES: readonly (readonly [host: string, include: string])[] = [
  ['amazonaws.com', 'amazonses.com'],
  ['gmail.com', '_spf.google.com'],
  ['mailgun.org', 'mailgun.org'],
  ['mailjet.com', 'spf.mailjet.com'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['postmarkapp.com', 'spf.mtasv.net'],
  ['sendgrid.net', 'sendgrid.net'],
];

const isBelow = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`);

/** Whether a mail server is the organisers' own: its name is in the sender's domain, or beside it. */
const isOwnServer = (server: string, domain: string): boolean =>
  isBelow(server, domain) || (domain.split('.').length > 2 && isBelow(server, domain.replace(/^[^.]+\./, '')));

const sendersOf = (server: string, domain: string): string => {
  const known = INCLUDES.find(([host]) => isBelow(server, host));
  if (known) return `include:${known[1]}`;
  return isOwnServer(server, domain) ? `a:${server}` : 'include:NAME (your mail provider says which)';
};

const SPF = /^v=spf1( |$)/i;
const ALL = /^[-+~?]?all$/i;

/** Checks the record of the servers that may send. @param server the host of SMTP_URL */
export const judgeSpf = (domain: string, texts: readonly string[] | undefined, server: string): Finding => {
  if (texts === undefined) return unknown(domain);
  const records = texts.filter((text) => SPF.test(text));
  const parts = records.flatMap((record) => record.split(/ +/).slice(1));
  const fix = (senders: readonly string[]) => enter(domain, `TXT "v=spf1 ${[...new Set(senders), '~all'].join(' ')}"`);
  const named = parts.filter((part) => !ALL.test(part));
  const [record] = records;
  if (record === undefined) {
    const why = 'mailboxes can’t tell which servers may send for you';
    return todo(`${domain} has no SPF record: ${why}`, fix([sendersOf(server, domain)]));
  }
  if (records.length > 1) {
    return todo(`${domain} has ${records.length} SPF records, and mailboxes then accept none`, fix(named));
  }
  if (parts.some((part) => /^\+?all$/i.test(part))) return todo(`${record} lets everybody send for you`, fix(named));
  return good(record);
};

/** The name of a domain's DKIM key. */
export const dkimName = (domain: string, selector: string): string => `${selector}._domainkey.${domain}`;

/** Checks the key that mails are signed with. @param texts of its name; without a selector, nothing was looked up */
export const judgeDkim = (
  domain: string,
  selector: string | undefined,
  texts: readonly string[] | undefined,
): Finding => {
  if (selector === undefined) {
    return todo(
      `it is not known which key signs the mails of ${domain}`,
      'Set MAIL_DKIM_SELECTOR to the selector that your mail provider shows: the s=… in DKIM-Signature of a mail that arrived.',
    );
  }
  const name = dkimName(domain, selector);
  if (texts === undefined) return unknown(name);
  const key = texts.map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.trim()).find((each) => each !== undefined);
  if (key) return good(`${name} has the key of the signatures`);
  const state = key === undefined ? 'has no DKIM key' : 'has a key that was withdrawn';
  return todo(
    `${name} ${state}: nothing proves that mails are yours and unchanged`,
    enter(name, 'TXT "v=DKIM1; k=rsa; p=KEY", or the CNAME instead, as your mail provider shows it'),
  );
};

const DMARC = /^v=DMARC1\s*(;|$)/i;
/** Whether texts have a DMARC record. */
export const hasDmarc = (texts: readonly string[]): boolean => texts.some((text) => DMARC.test(text));

/** Checks what mailboxes do with mails that pass neither. @param texts of `_dmarc` of the domain, or of one above it */
export const judgeDmarc = (
  domain: string,
  texts: readonly string[] | undefined,
  reportsTo: string | undefined,
): Finding => {
  const name = `_dmarc.${domain}`;
  if (texts === undefined) return unknown(name);
  const [record, another] = texts.filter((text) => DMARC.test(text));
  if (another !== undefined) {
    return todo(`${name} has several DMARC records, and mailboxes then ignore all`, 'Keep one of them.');
  }
  if (record === undefined) {
    const reports = reportsTo === undefined ? '' : `; rua=mailto:${reportsTo}`;
    return todo(
      `${domain} has no DMARC record, which large mailbox providers ask for: anybody can use your name`,
      `${enter(name, `TXT "v=DMARC1; p=none${reports}"`)}. Once the reports show that your mails pass, p=quarantine.`,
    );
  }
  return good(/;\s*p=none/i.test(record) ? `${record}; p=quarantine would also stop mails of others` : record);
};

/** A mail server's public address, its names, and whether one of them leads back. */
export type Reverse = { address: string; names: readonly string[] | undefined; leadsBack: boolean };

/** Checks the name of the mail server's address. @param reverse undefined if it has no public address */
export const judgeReverse = (server: string, domain: string, reverse: Reverse | undefined): Finding => {
  if (reverse === undefined) return skipped(`${server} has no public address to look up`);
  const { address, names, leadsBack } = reverse;
  if (names === undefined) return unknown(address);
  if (leadsBack) return good(`${address} is ${names[0]}, which leads back to it`);
  const state = names.length === 0 ? 'has no reverse name' : `is ${names[0]}, which doesn’t lead back to it`;
  // A provider sends from other addresses than the one that takes our mails.
  if (!isOwnServer(server, domain))
    return skipped(`${address} ${state}; your mail provider sees to that of its senders`);
  return todo(
    `${address}, the address of ${server}, ${state}: Gmail and others refuse mails from there`,
    `Ask the host of the machine to set the reverse name (PTR) of ${address} to ${server}.`,
  );
};
