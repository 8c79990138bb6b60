/**
 * What the words of a provider mean, by the codes of SMTP (RFC 3463, RFC 5321), of Twilio and of the adapters, and by
 * common phrases. The first that matches counts.
 */
const MEANINGS = [
  ['login', /\bEAUTH\b|\b53[05]\b|^(twilio|webhook): 40[13]\b|\b20003\b/],
  ['unreachable', /\b(ECONN\w+|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)\b|: no answer/],
  ['secure', /\bETLS\b|certificate|STARTTLS/i],
  ['number', /\b(21211|21214|21217|21614)\b|not a (valid|mobile).{0,20}number|invalid.{0,20}number/i],
  ['stopped', /\b21610\b|unsubscribed/i],
  ['country', /\b(21408|21612)\b/],
  ['sender', /\b(21212|21603|21606|21659|21660|2170[1-5])\b/],
  ['limit', /\b(20429|21611|30001|63038)\b|: 429\b|too many|rate limit/i],
  ['full', /\b[45]\.2\.2\b|\b552\b|over ?quota|quota exceeded|mailbox (is )?full/i],
  ['closed', /\b5\.2\.1\b|(account|mailbox).{0,30}(disabled|inactive|suspended|blocked)/i],
  ['noDomain', /\b5\.1\.(2|10)\b|\b5\.4\.4\b|domain.{0,30}(not found|not exist|no mx)|null ?mx/i],
  ['rejected', /\b5\.7\.\d|\b554\b|spam|block(ed|list)|blacklist|policy|dmarc|\bspf\b|dkim|reputation/i],
  [
    'noMailbox',
    /\b5\.1\.[0136]\b|unknown (user|recipient)|user unknown|no such (user|mailbox|recipient)|mailbox (unavailable|not found)|(user|recipient|address).{0,40}(not exist|not found)|RCPT TO 55[013]\b/i,
  ],
  ['later', /\b4\.\d\.\d|^smtp: .*\b4[25]\d\b|gr[ea]y ?list|try (again )?later|temporary/i],
  ['server', /^(twilio|webhook): 5\d\d\b/],
] as const satisfies readonly (readonly [string, RegExp])[];

/** The beginning of the words about a message that is not sent again because it may have arrived. */
const MAY_HAVE_ARRIVED = 'it may have arrived; ';

/** What the words of a provider mean. */
export const meaningOf = (
  words: string,
): { meaning: (typeof MEANINGS)[number][0] | 'other'; mayHaveArrived: boolean } => {
  const mayHaveArrived = words.startsWith(MAY_HAVE_ARRIVED);
  const said = mayHaveArrived ? words.slice(MAY_HAVE_ARRIVED.length) : words;
  return { meaning: MEANINGS.find(([, pattern]) => pattern.test(said))?.[0] ?? 'other', mayHaveArrived };
};
