import type { InLanguages } from '@laurel/contracts/languages';

/** The texts of the page's script. `{{name}}` stands for a value. */
export type ScriptTexts = Readonly<
  Record<
    | 'first'
    | 'continues'
    | 'doubtful'
    | 'unreadable'
    | 'unsupported'
    | 'contradicts'
    | 'saveKept'
    | 'saveShown'
    | 'again'
    | 'reading'
    | 'inRecord'
    | 'vote'
    | 'other'
    | 'cosigned'
    | 'alone'
    | 'promise'
    | 'bundle'
    | 'notReceipt'
    | 'notInRecord'
    | 'forged'
    | 'otherLog'
    | 'fork',
    string
  >
>;

type RecordTexts = {
  title: string;
  lead: string;
  begins: string;
  stopped: string;
  now: string;
  entries: string;
  votes: string;
  votesMean: string;
  voters: string;
  votersMean: string;
  signed: string;
  root: string;
  ratio: (categories: string) => string;
  groups: (group: string, minutes: string) => string;
  smallest: (people: string) => string;
  comparing: string;
  noScript: string;
  check: string;
  checkLead: string;
  choose: string;
  bundleLead: string;
  page: string;
  program: string;
  witnesses: string;
  witnessesMean: string;
  witnessesLead: string;
  noWitness: string;
  witness: string;
  confirmed: string;
  never: string;
  upTo: (size: string) => string;
  renamed: string;
  renamedLead: string;
  renamedTag: (tag: { tags: string; before: string; after: string }) => string;
  byCategory: string;
  category: string;
  decisions: string;
  decisionsLead: string;
  decisionsLink: string;
  proves: string;
  proven: readonly string[];
  notProven: readonly string[];
  provenTitle: string;
  notProvenTitle: string;
  yourself: string;
  steps: readonly string[];
  key: string;
  checkpoint: string;
  run: string;
  runLead: string;
  runLink: string;
  script: ScriptTexts;
};

export const TEXTS: InLanguages<RecordTexts> = {
  en: {
    title: 'Public record of the votes',
    lead: 'Every vote has an entry here that hides the choice, and no entry can be changed or removed without anyone noticing: each visitor’s browser remembers what it saw, and compares.',
    begins: 'The record has no entry yet.',
    stopped:
      'The record has stopped: its database does not continue what was shown before, so the organisers’ program signs nothing until they have restored it. Voting goes on, and votes are stored. Below is what is there.',
    now: 'The state of the record',
    entries: 'Entries',
    votes: 'Votes',
    votesMean: 'Each has its entry, and none says whom it is for.',
    voters: 'Verified voters',
    votersMean: 'They cast these votes: one in each category, each with an email, a phone and a social account.',
    signed: 'Signed',
    root: 'Fingerprint of all entries',
    ratio: (categories) =>
      `A verified voter has one vote in each of the ${categories} categories. The votes and the verified voters are published together, since a record alone can’t show that a vote has a person behind it.`,
    groups: (group, minutes) =>
      `Votes enter the record in shuffled groups, so that nobody can tell from the time whose entry is whose: once at least ${group} people have a vote in each category of the group, or what there is after ${minutes} min.`,
    smallest: (people) => `The fewest people in one category of a group so far: ${people}.`,
    comparing: 'Comparing …',
    noScript:
      'To compare the record and to check a receipt, your browser has to run scripts here. The offline verifier below needs none of this site.',
    check: 'Check a receipt',
    checkLead:
      'Everyone who voted can save a receipt under My votes, check the vote there with one tap, and show the receipt to others: it does not say whom the vote is for. The receipt stays in your browser.',
    choose: 'Choose a receipt, or drop it here',
    bundleLead:
      'After the voting the organisers give auditors a bundle with all entries. Two independent programs check it without this site: a page that you save and open, and a Python program.',
    page: 'Offline verifier (one page)',
    program: 'Verifier in Python',
    witnesses: 'Witnesses',
    witnessesMean: 'Independent computers that confirmed that nothing was changed.',
    witnessesLead:
      'A witness is an independent computer that confirms each state of the record, but only if it continues all earlier ones.',
    noWitness: 'No witness watches this record yet. Visitors’ browsers still compare it.',
    witness: 'Witness',
    confirmed: 'Last confirmed',
    never: 'not yet',
    upTo: (size) => `up to entry ${size}`,
    renamed: 'Names that changed',
    renamedLead:
      'The entries name nominees and categories by short marks. These got another name after the record began; votes for a mark stay with it.',
    renamedTag: ({ tags, before, after }) => `${tags}: “${before}”, now “${after}”`,
    byCategory: 'Votes in the record by category',
    category: 'Category',
    decisions: 'Votes left out of the count',
    decisionsLead:
      'Votes that are left out of the count stay in the record. Each decision has its own entry, with its reason.',
    decisionsLink: 'All decisions',
    proves: 'What the record proves, and what not',
    provenTitle: 'It proves',
    notProvenTitle: 'It does not prove',
    proven: [
      'that a vote that was recorded has not been removed or changed since, and that everybody sees the same record;',
      'with your own browser: that your entry holds your choice;',
      'after the voting, with the bundle: that the result follows from the entries.',
    ],
    notProven: [
      'that your vote is counted: recorded is not counted until the count itself is checked;',
      'that your vote is private: nobody reads it from the record, but the organisers’ server knows it;',
      'that each voter is a real person: that is what auditors look at.',
    ],
    yourself: 'Check without us',
    steps: [
      'Copy the key below today, and keep it: with another key it would be another record.',
      'Fetch the signed state and the entries; their formats are public (C2SP: tlog-tiles, signed-note), and programs of others read them.',
      'Compare with a friend, a journalist or a witness: all must see the same fingerprint for the same number of entries.',
      'After the voting, check the auditors’ bundle with one of the two verifiers.',
    ],
    key: 'Key of the record',
    checkpoint: 'Signed state',
    run: 'Run a witness',
    runLead: 'A partner, a newspaper or a university can run a witness: one small container with a key of its own.',
    runLink: 'How to be a witness',
    script: {
      first:
        'Your browser sees this record for the first time. It now remembers {{size}} entries, and compares at each visit.',
      continues:
        'Nothing is missing or changed: the record continues the {{before}} entries that your browser saw before. It now has {{size}}.',
      doubtful:
        'The site shows an older state than your browser saw before, or not all files. One of the site’s copies may be behind; look again in ten minutes.',
      unreadable: 'The record could not be read. Check your internet connection and reload the page.',
      unsupported: 'Your browser can’t check signatures. Use a newer one, or the offline verifier.',
      contradicts:
        'The record contradicts what your browser saw before. Save both states, and send them to the organisers and to a witness. Keep the data of this site in your browser.',
      saveKept: 'Save what this browser saw',
      saveShown: 'Save what the site showed',
      again: 'Forget this and begin again',
      reading: 'Checking …',
      inRecord: 'Entry {{place}} of {{size}} is in the record, and the record is signed with its key.',
      vote: 'It is a vote in the category {{category}}. Whom it is for, the receipt does not say.',
      other: 'It is not a vote, but an entry of the organisers ({{type}}).',
      cosigned: '{{cosigned}} of {{witnesses}} witnesses confirmed this state of the record.',
      alone: 'No witness has confirmed this state of the record.',
      promise:
        'This is a promise that the organisers signed when a vote was cast. Whether it was kept, you see under My votes, or with the bundle in the offline verifier.',
      bundle: 'This is an auditors’ bundle. It is checked without this site, by the offline verifier below.',
      notReceipt: 'This file is not a receipt, or it is cut off.',
      notInRecord: 'This receipt does not lead to the record: the entry, its place or the proof is not right.',
      forged: 'The receipt’s state of the record is not signed with the key of this record.',
      otherLog: 'This receipt belongs to another record: {{origin}}.',
      fork: 'The receipt is signed with the key of this record, but the record that the site shows does not contain it. Keep the receipt, and send it to the organisers and to a witness.',
    },
  },
  uk: {
    title: 'Публічний реєстр голосів',
    lead: 'Кожен голос має тут свій запис, з якого не видно вибору, а змінити чи вилучити його непомітно не можна: браузер кожного відвідувача пам’ятає, що бачив, і порівнює.',
    begins: 'У реєстрі ще немає записів.',
    stopped:
      'Реєстр зупинено: його база даних не продовжує того, що показували раніше, тож програма організаторів нічого не підписує, доки її не відновлять. Голосування триває, і голоси зберігаються. Нижче — те, що є зараз.',
    now: 'Стан реєстру',
    entries: 'Записи',
    votes: 'Голоси',
    votesMean: 'Кожен має свій запис, і з жодного не видно, за кого він.',
    voters: 'Перевірені учасники',
    votersMean:
      'Вони віддали ці голоси: по одному в кожній категорії, кожен із підтвердженими поштою, телефоном і соцмережею.',
    signed: 'Підписано',
    root: 'Відбиток усіх записів',
    ratio: (categories) =>
      `Перевірений учасник має по одному голосу в кожній категорії (усього їх ${categories}). Кількість голосів і кількість перевірених учасників публікуємо разом, бо сам реєстр не може показати, що за голосом стоїть людина.`,
    groups: (group, minutes) =>
      `Голоси потрапляють до реєстру перемішаними групами, щоб за часом не визначити, чий це запис: щойно в кожній категорії групи є голоси щонайменше ${group} людей, або стільки, скільки є через ${minutes} хв.`,
    smallest: (people) => `Найменше людей в одній категорії групи досі: ${people}.`,
    comparing: 'Порівнюємо …',
    noScript:
      'Щоб порівняти реєстр і перевірити квитанцію, браузер має виконувати тут скрипти. Офлайн-програмі нижче цей сайт не потрібен.',
    check: 'Перевірити квитанцію',
    checkLead:
      'Кожен, хто голосував, може перевірити свій голос одним дотиком у «Моїх голосах», зберегти там квитанцію й показати її іншим: кого обрано, з неї не видно. Квитанція не залишає вашого браузера.',
    choose: 'Виберіть квитанцію або перетягніть її сюди',
    bundleLead:
      'Після голосування організатори передають аудиторам файл з усіма записами. Дві незалежні програми перевіряють його без цього сайту: сторінка, яку можна зберегти й відкрити, і програма мовою Python.',
    page: 'Офлайн-програма (одна сторінка)',
    program: 'Програма мовою Python',
    witnesses: 'Свідки',
    witnessesMean: 'Незалежні комп’ютери підтвердили, що нічого не змінено.',
    witnessesLead:
      'Свідок — це незалежний комп’ютер, який підтверджує кожен стан реєстру, але лише якщо той продовжує всі попередні.',
    noWitness: 'За цим реєстром ще не стежить жоден свідок. Браузери відвідувачів усе одно його порівнюють.',
    witness: 'Свідок',
    confirmed: 'Останнє підтвердження',
    never: 'ще не було',
    upTo: (size) => `до запису ${size}`,
    renamed: 'Змінені назви',
    renamedLead:
      'У записах номінантів і категорії позначено короткими мітками. Ці мітки отримали іншу назву вже після початку реєстру; голоси за мітку залишаються з нею.',
    renamedTag: ({ tags, before, after }) => `${tags}: «${before}», тепер «${after}»`,
    byCategory: 'Голоси в реєстрі за категоріями',
    category: 'Категорія',
    decisions: 'Невраховані голоси',
    decisionsLead: 'Голоси, яких не враховано, залишаються в реєстрі. Кожне рішення має власний запис із причиною.',
    decisionsLink: 'Усі рішення',
    proves: 'Що реєстр доводить, а чого ні',
    provenTitle: 'Доводить',
    notProvenTitle: 'Не доводить',
    proven: [
      'що записаний голос відтоді не вилучено й не змінено і що всі бачать той самий реєстр;',
      'за допомогою вашого браузера: що у вашому записі ваш вибір;',
      'після голосування, за файлом для аудиторів: що результат випливає із записів.',
    ],
    notProven: [
      'що ваш голос полічено: записано ще не означає полічено, доки не перевірено сам підрахунок;',
      'що ваш голос таємний: з реєстру його ніхто не прочитає, але сервер організаторів його знає;',
      'що кожен учасник справжня людина: це перевіряють аудитори.',
    ],
    yourself: 'Перевірити без нас',
    steps: [
      'Скопіюйте ключ, наведений нижче, уже сьогодні й збережіть його: з іншим ключем це був би інший реєстр.',
      'Завантажте підписаний стан і записи. Їхні формати відкриті (C2SP: tlog-tiles, signed-note), і їх читають чужі програми.',
      'Порівняйте зі знайомими, журналістами чи свідком: для тієї самої кількості записів усі мають бачити той самий відбиток.',
      'Після голосування перевірте файл для аудиторів однією з двох програм.',
    ],
    key: 'Ключ реєстру',
    checkpoint: 'Підписаний стан',
    run: 'Стати свідком',
    runLead: 'Партнер, редакція чи університет може запустити свідка: один невеликий контейнер із власним ключем.',
    runLink: 'Як стати свідком',
    script: {
      first:
        'Ваш браузер бачить цей реєстр уперше. Тепер він пам’ятає записи (їх {{size}}) і порівнюватиме під час кожних відвідин.',
      continues:
        'Усе на місці й без змін: реєстр продовжує записи, які ваш браузер бачив раніше (їх було {{before}}). Тепер записів {{size}}.',
      doubtful:
        'Сайт показує давніший стан, ніж ваш браузер бачив раніше, або не всі файли. Можливо, одна з копій сайту відстає; погляньте ще раз через десять хвилин.',
      unreadable: 'Не вдалося прочитати реєстр. Перевірте з’єднання з інтернетом і перезавантажте сторінку.',
      unsupported: 'Ваш браузер не вміє перевіряти підписи. Скористайтеся новішим або офлайн-програмою.',
      contradicts:
        'Реєстр суперечить тому, що ваш браузер бачив раніше. Збережіть обидва стани й надішліть їх організаторам і свідку. Не видаляйте дані цього сайту у своєму браузері.',
      saveKept: 'Зберегти те, що бачив браузер',
      saveShown: 'Зберегти те, що показав сайт',
      again: 'Забути це й порівнювати заново',
      reading: 'Перевіряємо …',
      inRecord: 'Запис {{place}} із {{size}} є в реєстрі, а реєстр підписано його ключем.',
      vote: 'Це голос у категорії {{category}}. За кого, з квитанції не видно.',
      other: 'Це не голос, а запис організаторів ({{type}}).',
      cosigned: 'Цей стан реєстру підтвердили свідки: {{cosigned}} із {{witnesses}}.',
      alone: 'Цього стану реєстру не підтвердив жоден свідок.',
      promise:
        'Це обіцянка, яку організатори підписали, коли хтось голосував. Чи її виконано, видно в «Моїх голосах» або за файлом для аудиторів в офлайн-програмі.',
      bundle: 'Це файл для аудиторів. Його перевіряють без цього сайту, офлайн-програмою нижче.',
      notReceipt: 'Цей файл не є квитанцією, або його обрізано.',
      notInRecord: 'Ця квитанція не веде до реєстру: запис, його місце або доказ неправильні.',
      forged: 'Стан реєстру у квитанції підписано не ключем цього реєстру.',
      otherLog: 'Це квитанція іншого реєстру: {{origin}}.',
      fork: 'Квитанцію підписано ключем цього реєстру, але реєстр, який показує сайт, її не містить. Збережіть квитанцію й надішліть її організаторам і свідку.',
    },
  },
};
