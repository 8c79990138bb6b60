import { describe, expect, it } from 'vitest';
import { judgeDkim, judgeDmarc, judgeMx, judgeReverse, judgeSpf } from './mail-domain.ts';

const DOMAIN = 'awards.example.org';
const OWN = 'mail.example.org';
const GOOD = 'good';
const SKIPPED = 'skipped';

/** `good`, `skipped`, or the advice. */
const stateOf = (finding: ReturnType<typeof judgeMx>): string => {
  expect(finding.ok).toBe(true);
  if (finding.advice !== undefined) return `${finding.detail} → ${finding.advice}`;
  return 'skipped' in finding && finding.skipped ? SKIPPED : GOOD;
};

describe('the DNS of the sender’s domain', () => {
  it.each([
    ['without an answer', undefined, SKIPPED],
    ['with a server', ['mx.example.net'], GOOD],
    ['without a server', [], /has no MX record.* → Enter at the DNS host of the domain: awards\.example\.org\. MX 10 /],
    ['that takes no mail', [''], /says that it takes no mail/],
  ])('has MX: %s', (_, servers, state) => {
    expect(stateOf(judgeMx(DOMAIN, servers))).toMatch(state);
  });

  it.each([
    ['without an answer', undefined, OWN, SKIPPED],
    ['that names servers', ['v=spf1 a:mail.example.org -all', 'other'], OWN, GOOD],
    ['missing, with a server of one’s own', ['other'], OWN, /TXT "v=spf1 a:mail\.example\.org ~all"/],
    ['missing, with a known provider', [], 'smtp-relay.gmail.com', /TXT "v=spf1 include:_spf\.google\.com ~all"/],
    ['missing, with another provider', [], 'smtp.provider.net', /TXT "v=spf1 include:NAME .*says which\) ~all"/],
    [
      'twice',
      ['v=spf1 include:a.net ~all', 'v=spf1 include:b.net -all'],
      OWN,
      /"v=spf1 include:a\.net include:b\.net ~all"/,
    ],
    ['for everybody', ['v=spf1 a +all'], OWN, /lets everybody send for you → .*"v=spf1 a ~all"/],
  ])('has SPF: %s', (_, texts, server, state) => {
    expect(stateOf(judgeSpf(DOMAIN, texts, server))).toMatch(state);
  });

  it.each([
    ['without a selector', undefined, undefined, /Set MAIL_DKIM_SELECTOR/],
    ['without an answer', 's1', undefined, SKIPPED],
    ['with a key', 's1', ['v=DKIM1; k=rsa; p=KEY'], GOOD],
    ['without a key', 's1', [], /s1\._domainkey\.awards\.example\.org has no DKIM key.* → Enter .* TXT "v=DKIM1; /],
    ['with a withdrawn key', 's1', ['v=DKIM1; p='], /has a key that was withdrawn/],
  ])('has DKIM: %s', (_, selector, texts, state) => {
    expect(stateOf(judgeDkim(DOMAIN, selector, texts))).toMatch(state);
  });

  it.each([
    ['without an answer', undefined, SKIPPED],
    ['that protects', ['v=DMARC1; p=quarantine'], GOOD],
    ['that only reports', ['v=DMARC1; p=none'], GOOD],
    ['missing', ['other'], /_dmarc\.awards\.example\.org\. TXT "v=DMARC1; p=none; rua=mailto:help@example\.org"/],
    ['twice', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], /Keep one of them/],
  ])('has DMARC: %s', (_, texts, state) => {
    expect(stateOf(judgeDmarc(DOMAIN, texts, 'help@example.org'))).toMatch(state);
  });

  const reverse = (names: string[] | undefined, leadsBack = false) => ({ address: '203.0.113.5', names, leadsBack });
  it.each([
    ['without a public address', OWN, undefined, SKIPPED],
    ['without an answer', OWN, reverse(undefined), SKIPPED],
    ['that leads back', OWN, reverse([OWN], true), GOOD],
    ['missing', OWN, reverse([]), /no reverse name.* → .*\(PTR\) of 203\.0\.113\.5 to mail\.example\.org/],
    ['of another', OWN, reverse(['host.example.net']), /is host\.example\.net, which doesn’t lead back/],
    ['missing, of a provider', 'smtp.provider.net', reverse([]), SKIPPED],
  ])('has a reverse name: %s', (_, server, found, state) => {
    expect(stateOf(judgeReverse(server, DOMAIN, found))).toMatch(state);
  });
});
