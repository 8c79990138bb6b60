import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { escaped } from '../../http/html.ts';
import { type Award, type Content, worded } from '../../http/plain-page.ts';
import { card, list, text } from './record-page.policy.ts';

type WitnessTexts = Record<
  'title' | 'lead' | 'does' | 'needs' | 'record' | 'key' | 'address' | 'start' | 'policy' | 'write' | 'writeLead',
  string
> & { doing: readonly string[]; needing: readonly string[] };

const TEXTS: InLanguages<WitnessTexts> = {
  en: {
    title: 'Be a witness of this vote',
    lead: 'A partner, a newspaper, a university or a person: who runs a witness lets everybody be sure that all were shown the same record.',
    does: 'What a witness does',
    doing: [
      'It gets each signed state of the record, and confirms it with its own key, but only if it continues all that it confirmed before.',
      'It sees no vote and no person, and it can’t stop or change the vote.',
      'If the record is ever rewritten, the witness has both signed states in its hands. That is proof, and you may publish it.',
    ],
    needs: 'What it needs',
    needing: [
      'a small computer that stays on while people vote: 100 MB of memory, no database;',
      'an address on the internet, with https;',
      'a key of its own, which it makes at the first start. Never copy it, and publish its public part yourself;',
      'to run before voting opens: an edition names its witnesses.',
    ],
    record: 'This record',
    key: 'Its key',
    address: 'Its address',
    start: 'Start a witness with this. Any other program that keeps to c2sp.org/tlog-witness can be one, too:',
    policy: 'Whose signatures count, as a file for programs (tlog-policy)',
    write: 'Whom to write to',
    writeLead:
      'Send the organisers the public key and the address of your witness. They name it in the edition, and it appears on the page of the record.',
  },
  uk: {
    title: 'Станьте свідком цього голосування',
    lead: 'Партнер, редакція, університет чи окрема людина: хто запускає свідка, той дає всім певність, що кожному показано той самий реєстр.',
    does: 'Що робить свідок',
    doing: [
      'Він отримує кожен підписаний стан реєстру й підтверджує його власним ключем, але лише якщо той продовжує все, що свідок підтвердив раніше.',
      'Він не бачить ні голосів, ні людей і не може зупинити чи змінити голосування.',
      'Якщо реєстр колись перепишуть, у свідка будуть обидва підписані стани. Це доказ, і ви можете його опублікувати.',
    ],
    needs: 'Що для цього потрібно',
    needing: [
      'невеликий комп’ютер, увімкнений, поки триває голосування: 100 МБ пам’яті, без бази даних;',
      'адреса в інтернеті, з https;',
      'власний ключ, який програма створює під час першого запуску. Ніколи не копіюйте його, а відкриту частину опублікуйте самі;',
      'запустити його до початку голосування: свідків називає випуск премії.',
    ],
    record: 'Цей реєстр',
    key: 'Його ключ',
    address: 'Його адреса',
    start: 'Так запускають свідка. Підійде й будь-яка інша програма, що дотримується c2sp.org/tlog-witness:',
    policy: 'Чиї підписи враховувати: файл для програм (tlog-policy)',
    write: 'Кому писати',
    writeLead:
      'Надішліть організаторам відкритий ключ і адресу свого свідка. Вони назвуть його у випуску премії, і він з’явиться на сторінці реєстру.',
  },
};

/** The log of a site: its key, its path, and the site's address. */
type ShownLog = { verifierKey: string; path: string; publicUrl: string };

/** The content of the page that tells how to be a witness. */
export const witnessContent = (
  { verifierKey, path, publicUrl }: ShownLog,
  { supportEmail }: Pick<Award, 'supportEmail'>,
  language: Language,
  base = '',
): Content => {
  const texts = inLanguage(TEXTS, language);
  const fact = (name: string, value: string): string =>
    `<div><dt>${worded(name)}</dt><dd><code>${escaped(value)}</code></dd></div>`;
  const main = [
    `<h1>${worded(texts.title)}</h1><p class="lead">${worded(texts.lead)}</p>`,
    card(texts.does, list(texts.doing, 'ul')),
    card(texts.needs, list(texts.needing, 'ul')),
    card(
      texts.record,
      `<dl class="facts">${fact(texts.key, verifierKey)}${fact(texts.address, `${publicUrl}${path}`)}</dl>`,
      text(texts.start),
      `<pre>laurel witness run --state witness.state --name witness.example --log '${escaped(verifierKey)}'</pre>`,
      `<div class="links"><a href="${path}/policy">${worded(texts.policy)}</a></div>`,
    ),
    card(
      texts.write,
      text(texts.writeLead),
      `<div class="links"><a href="mailto:${escaped(supportEmail)}">${escaped(supportEmail)}</a></div>`,
    ),
  ].join('');
  return { language, title: texts.title, main, path: `${base}/record/witness`, base };
};
