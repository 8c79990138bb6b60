// Who may be the sender of text messages.
import { type Finding, good, todo } from './finding.ts';

type Country = {
  /** The calling code. */
  code: string;
  country: string;
  /** What a sender needs there. */
  needs: string;
  /** Senders that never arrive. */
  refused?: RegExp;
  source: string;
};

const NAME = /^[^+]*[A-Za-z]/;
/** Twilio's messaging services choose the sender by country. */
const SERVICE = /^MG[0-9a-f]{32}$/;

/** When the sources were read. They change: the provider has the last word. */
export const SOURCES_READ = '2026-11-30';

/** Rules by country, from the sources that name them. */
export const SENDER_RULES: readonly Country[] = [
  {
    code: '380',
    country: 'Ukraine',
    needs: 'a name that the operators registered, which takes up to four weeks; numbers are replaced',
    source: 'https://help.clicksend.com/article/ikoyewdltz-ukraine',
  },
  {
    code: '48',
    country: 'Poland',
    needs: 'a name of your own, without registration; general ones (INFO, SMS) are refused',
    source: 'https://suresms.com/en/reglas-por-pais/poland/',
  },
  {
    code: '49',
    country: 'Germany',
    needs: 'a name of your own, without registration; general ones (INFO, SMS) are refused',
    source: 'https://developers.telnyx.com/docs/messaging/messages/international-sms-compliance',
  },
  {
    code: '44',
    country: 'United Kingdom',
    needs:
      'a name of your own (registration is advised) or a British number; foreign numbers and general names are refused',
    refused: /^\+(?!44)/,
    source: 'https://support.messagemedia.com/hc/en-us/articles/7060182992271-UK-Sender-ID-requirements',
  },
  {
    code: '1',
    country: 'the United States and Canada',
    needs: 'a number: registered for A2P 10DLC, or toll-free and verified; names don’t arrive',
    refused: NAME,
    source: 'https://www.twilio.com/docs/trust-hub/registrations/a2p-10dlc-brand',
  },
  {
    code: '34',
    country: 'Spain',
    needs: 'a name in the register of the CNMC; others are refused since September 2026',
    source: 'https://docs.aws.amazon.com/end-user-messaging/latest/userguide/nx-country-reg-es.html',
  },
  {
    code: '353',
    country: 'Ireland',
    needs: 'a name that the regulator’s register has',
    source: 'https://www.productsupport.esendex.com/de/regularien-fuer-absender-ids-beim-sms-versand-nach-irland',
  },
  {
    code: '32',
    country: 'Belgium',
    needs: 'a number or short code; names are replaced',
    source: 'https://support.wiraya.com/en/article/sms-regulationsinformation-3t0jc8',
  },
  {
    code: '65',
    country: 'Singapore',
    needs: 'a name in the SMS Sender ID Registry',
    source: 'https://messagemedia.com/nz/legal/international-sending-policy/',
  },
];

/** The countries that are shown unless prices name others. */
const SHOWN = ['380', '48', '49', '44', '1'];

/**
 * Names what senders need in the countries of an award.
 * @param codes the calling codes that SMS_PRICES names
 * @param from the sender, if it is known
 */
export const sendersFinding = (codes: readonly string[], from: string | undefined): Finding => {
  const shown = [...new Set(codes.length > 0 ? [...codes, ...SHOWN] : SHOWN)];
  const rules = shown.flatMap((code) => SENDER_RULES.find((each) => each.code === code) ?? []);
  const other = codes.filter((code) => !rules.some((rule) => rule.code === code));
  const detail = [
    ...rules.map(({ code, country, needs }) => `+${code} (${country}): ${needs}.`),
    ...(other.length > 0 ? [`Ask your provider about ${other.map((code) => `+${code}`).join(', ')}.`] : []),
  ].join('\n');
  const refusing = rules.filter(
    ({ code, refused }) => codes.includes(code) && from && !SERVICE.test(from) && refused?.test(from),
  );
  if (refusing.length === 0) return good(`The rules as of ${SOURCES_READ}:\n${detail}`);
  return todo(
    `text messages from ${from} don’t arrive in ${refusing.map(({ country }) => country).join(' and ')}. The rules as of ${SOURCES_READ}:\n${detail}`,
    'Use a sender that arrives there; with Twilio, a messaging service (MG…) as TWILIO_FROM has one for each country.',
  );
};
