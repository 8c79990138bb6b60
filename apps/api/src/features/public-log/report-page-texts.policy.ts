import type { InLanguages } from '@laurel/contracts/languages';

/** A number with the form of a word that belongs to it. */
const counted = (locale: string) => {
  const [rules, written] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)];
  return (count: number, one: string, few: string, many = few): string => {
    const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
    return `${written.format(count)} ${forms[rules.select(count)] ?? many}`;
  };
};
const en = counted('en-GB');
const uk = counted('uk');

const EN = {
  title: 'Integrity report',
  lead: 'Who voted, what was taken out of the count and why, who watched, and what nobody can know.',
  /** When it was made, before the time. */
  made: (version: string, leaf: string) => `Version ${version}, entry ${leaf} of the public record, made on`,
  outdated: 'The count has changed since this version. The public record and the list of decisions are newer.',
  key: {
    voters: (people: number) => en(people, 'person voted', 'people voted'),
    votersMean: (votes: number, categories: number) =>
      `They cast ${en(votes, 'vote', 'votes')} in ${en(categories, 'category', 'categories')}. A person has one vote in each, and needs a confirmed phone and a social account.`,
    excluded: (votes: number) => en(votes, 'vote was not counted', 'votes were not counted'),
    excludedMean: (share: string, decisions: number) =>
      `That is ${share} of all votes, taken out by ${en(decisions, 'decision', 'decisions')}. Each has a published reason, and the people concerned could object.`,
    noneExcluded: 'Every vote that was cast is in the result.',
    witnesses: (witnesses: number) => en(witnesses, 'witness watched the record', 'witnesses watched the record'),
    witnessesMean: 'Computers of others confirmed that no vote was removed or changed after it was recorded.',
    noWitness: 'Nobody else’s computer confirmed the record. Only visitors’ browsers compared it.',
  },
  turnout: (people: number, votes: number) => `${en(people, 'person', 'people')} cast ${en(votes, 'vote', 'votes')}`,
  turnoutLead: 'Each step was needed before the first vote. Who is missing in the next row gave up, or was refused.',
  step: 'Step',
  people: 'People',
  steps: {
    registered: 'signed up',
    email_verified: 'confirmed the email',
    two_factor: 'linked an authenticator app',
    phone_verified: 'confirmed a phone',
    social_verified: 'connected a social account',
    first_votes: 'voted',
  },
  category: 'Category',
  cast: 'Votes',
  leftOut: 'Not counted',
  exclusions: (votes: number) =>
    votes === 0
      ? 'No vote was taken out of the count'
      : en(votes, 'vote was taken out of the count', 'votes were taken out of the count'),
  exclusionsLead:
    'The votes stay in the public record. Each decision has an entry there, which fixes the votes that it means.',
  decision: (number: number) => `Decision ${number}`,
  undone: 'undone',
  applied: 'in force',
  size: (votes: number, people: number | null) =>
    `${en(votes, 'vote', 'votes')} of ${people === null ? 'fewer than five people' : en(people, 'person', 'people')}.`,
  chosen: (criteria: string) => `Selected by: ${criteria}.`,
  criteria: {
    accounts: 'chosen accounts',
    voters: 'chosen accounts',
    networks: 'the network',
    numbers: 'the beginning of the phone number',
    timeZones: 'the time zone',
    userAgents: 'the browser',
    mailDomains: 'the domain of the mailbox',
    from: 'the time of the vote',
    until: 'the time of the vote',
    nominees: 'whom the vote was for',
    categories: 'the category',
  },
  shared: 'What these people share:',
  places: 'What the decision changed:',
  place: (nominee: string, without: string, withVotes: string) =>
    `${nominee}: place ${without}; with these votes ${withVotes}`,
  noPlace: 'none',
  winners: 'The winner would be another one.',
  samePlaces: 'No place changed.',
  few: 'What it changed is not published: of fewer than five votes, that could show how somebody voted.',
  groups: (found: number) =>
    found === 0
      ? 'The search for bought votes found no suspicious group'
      : en(found, 'group of voters looked suspicious', 'groups of voters looked suspicious'),
  groupsLead:
    'A program looks for people who share more than chance explains. It decides nothing; people do. Who is in a group, and for whom it voted, is not published.',
  fate: 'What became of the groups',
  count: 'How many',
  fates: {
    excluded: 'bought or made up: taken out of the count',
    one_place: 'honest: one place, such as a hall, an office or a school',
    one_call: 'honest: one call to vote, such as a post or a stream',
    other: 'honest for another reason',
    unexplained: 'honest, without a stated reason',
    watched: 'watched, and counted',
    open: 'not decided, and counted',
  },
  objections: (made: number, answered: number) =>
    made === 0
      ? 'Nobody objected'
      : `${en(made, 'objection came', 'objections came')}, and ${en(answered, 'was answered', 'were answered')}`,
  objectionsLead:
    'Everyone whose votes were taken out got a mail with the reason and could object. What they wrote stays between them and the organisers.',
  undoneCount: (decisions: number) => `${en(decisions, 'decision was undone', 'decisions were undone')}.`,
  suspended: (accounts: number) =>
    accounts === 0 ? 'No account was suspended' : en(accounts, 'account was suspended', 'accounts were suspended'),
  guard: 'Guard',
  guards: {
    social_refused: 'accounts whose social account was refused: not a follower, or not theirs',
    social_left: 'accounts that left the channel or page again',
    suspended: 'accounts that the organisers suspended',
    message_failed: 'SMS that could not be delivered',
  },
  notCountedLead: 'Nobody counts the following, so this report does not say it:',
  notCounted: {
    used_twice: 'how often a phone or a social account was refused because another account had it;',
    too_many: 'how many tries ended at a limit or at a proof of work;',
    refused_votes: 'how often a vote was refused, such as a second one in a category;',
    gone: 'accounts that were erased since.',
  },
  messages: (sent: number, phones: number) =>
    `${en(sent, 'SMS was sent', 'SMS were sent')}, and ${en(phones, 'phone was confirmed', 'phones were confirmed')}`,
  messagesLead:
    'Fakers have to pay for numbers. Many more SMS than phones would mean that codes were asked for and never used.',
  witnesses: (witnesses: number, silence: string | null) =>
    witnesses === 0
      ? 'No witness confirmed the record'
      : `${en(witnesses, 'witness confirmed the record', 'witnesses confirmed the record')}${silence === null ? '' : `; the longest silence was ${silence}`}`,
  witnessesLead: (signed: number) =>
    `The organisers’ program signed ${en(signed, 'state', 'states')} of the record. A witness confirms one only if it continues all earlier ones. Silence is how long a signed state waited for a witness, after the first one that it confirmed.`,
  smallest: (people: number) =>
    `Votes enter the record in groups. The fewest people in one category of a group: ${people}.`,
  witness: 'Witness',
  confirmed: (states: number) => `${en(states, 'state', 'states')} confirmed, the last on`,
  silence: 'Longest silence',
  never: 'confirmed nothing',
  unknown: 'What nobody can know',
  unknowns: [
    'Whether each voter is one person. A patient buyer with real phones in real hands, who votes like others, leaves nothing to find.',
    'Whether somebody was paid or urged to vote. The record proves what was recorded, not why.',
    'Whether every vote that was taken out was bought. A decision is a judgement; its reason and its size are here so that you can judge it.',
    'Whether the organisers looked at votes. Their program notes each look, but who runs the database can read it.',
    'Whether the numbers on this page that are not in the record are right. They are the organisers’ word, fixed at the time of the announcement.',
  ],
  check: 'Check this report yourself',
  checkLead:
    'The file has everything that this page says. Its SHA-256 is in the entry of the public record, so that nobody can change the report later without being seen. On any computer:',
  json: 'The report as JSON',
  offer: 'Voting is over. What was counted, what was not, and what nobody can know: ten minutes to read.',
  open: 'Integrity report',
};

/** The texts of the page of the integrity report, and of the link to it. */
export const TEXTS: InLanguages<typeof EN> = {
  en: EN,
  uk: {
    title: 'Звіт про доброчесність голосування',
    lead: 'Хто голосував, які голоси не враховано й чому, хто за цим стежив і чого не може знати ніхто.',
    made: (version, leaf) => `Версія ${version}, запис ${leaf} публічного реєстру, складено`,
    outdated: 'Відтоді підрахунок змінився. Публічний реєстр і перелік рішень новіші за те, що сказано тут.',
    key: {
      voters: (people) => uk(people, 'людина проголосувала', 'людини проголосували', 'людей проголосувало'),
      votersMean: (votes, categories) =>
        `Усього ${uk(votes, 'голос', 'голоси', 'голосів')} у ${uk(categories, 'категорії', 'категоріях')}. У кожній людина має один голос, і для цього потрібні підтверджений телефон і соцмережа.`,
      excluded: (votes) => uk(votes, 'голос не враховано', 'голоси не враховано', 'голосів не враховано'),
      excludedMean: (share, decisions) =>
        `Це ${share} усіх голосів за ${uk(decisions, 'рішенням', 'рішеннями')}. Кожне має опубліковану причину, і кожен, кого воно стосувалося, міг заперечити.`,
      noneExcluded: 'Кожен відданий голос є в результаті.',
      witnesses: (witnesses) =>
        uk(witnesses, 'свідок стежив за реєстром', 'свідки стежили за реєстром', 'свідків стежили за реєстром'),
      witnessesMean: 'Чужі комп’ютери підтвердили, що жодного записаного голосу не вилучено й не змінено.',
      noWitness: 'Жоден чужий комп’ютер реєстру не підтверджував. Його порівнювали лише браузери відвідувачів.',
    },
    turnout: (people, votes) =>
      `${uk(people, 'учасник віддав', 'учасники віддали', 'учасників віддали')} ${uk(votes, 'голос', 'голоси', 'голосів')}`,
    turnoutLead:
      'Кожен крок був потрібен перед першим голосом. Кого немає в наступному рядку, той зупинився або дістав відмову.',
    step: 'Крок',
    people: 'Людей',
    steps: {
      registered: 'зареєструвалися',
      email_verified: 'підтвердили пошту',
      two_factor: 'під’єднали застосунок-автентифікатор',
      phone_verified: 'підтвердили телефон',
      social_verified: 'під’єднали соцмережу',
      first_votes: 'проголосували',
    },
    category: 'Категорія',
    cast: 'Голоси',
    leftOut: 'Не враховано',
    exclusions: (votes) =>
      votes === 0 ? 'Враховано всі голоси' : `Не враховано ${uk(votes, 'голос', 'голоси', 'голосів')}`,
    exclusionsLead:
      'Ці голоси залишаються в публічному реєстрі. Кожне рішення має там запис, який фіксує, яких голосів воно стосується.',
    decision: (number) => `Рішення ${number}`,
    undone: 'скасовано',
    applied: 'чинне',
    size: (votes, people) =>
      `${uk(votes, 'голос', 'голоси', 'голосів')} ${people === null ? 'менш ніж п’яти людей' : uk(people, 'людини', 'людей')}.`,
    chosen: (criteria) => `Відібрано за ознаками: ${criteria}.`,
    criteria: {
      accounts: 'окремі акаунти',
      voters: 'окремі акаунти',
      networks: 'мережа',
      numbers: 'початок номера телефону',
      timeZones: 'часовий пояс',
      userAgents: 'браузер',
      mailDomains: 'домен пошти',
      from: 'час голосу',
      until: 'час голосу',
      nominees: 'за кого голос',
      categories: 'категорія',
    },
    shared: 'Що в цих людей спільного:',
    places: 'Що змінило рішення:',
    place: (nominee, without, withVotes) => `${nominee}: місце ${without}, із цими голосами ${withVotes}`,
    noPlace: 'немає',
    winners: 'Переміг би хтось інший.',
    samePlaces: 'Жодне місце не змінилося.',
    few: 'Що воно змінило, не публікуємо: коли голосів менш ніж п’ять, із цього можна дізнатися, як хтось голосував.',
    groups: (found) =>
      found === 0
        ? 'Пошук куплених голосів не знайшов підозрілих груп'
        : uk(
            found,
            'група учасників видалася підозрілою',
            'групи учасників видалися підозрілими',
            'груп учасників видалися підозрілими',
          ),
    groupsLead:
      'Програма шукає людей, у яких спільного більше, ніж пояснює випадок. Вона нічого не вирішує: вирішують люди. Хто в групі й за кого вона голосувала, не публікуємо.',
    fate: 'Що сталося з групами',
    count: 'Скільки',
    fates: {
      excluded: 'куплені чи вигадані: не враховано',
      one_place: 'чесні: одне місце, наприклад зала, офіс чи школа',
      one_call: 'чесні: один заклик голосувати, наприклад допис чи ефір',
      other: 'чесні з іншої причини',
      unexplained: 'чесні, причину не названо',
      watched: 'під наглядом, враховано',
      open: 'не вирішено, враховано',
    },
    objections: (made, answered) =>
      made === 0
        ? 'Ніхто не заперечив'
        : `${uk(made, 'людина заперечила', 'людини заперечили', 'людей заперечили')}, відповідь дістали: ${answered}`,
    objectionsLead:
      'Кожен, чиї голоси не враховано, отримав лист із причиною й міг заперечити. Що люди написали, залишається між ними й організаторами.',
    undoneCount: (decisions) => `${uk(decisions, 'рішення скасовано', 'рішення скасовано', 'рішень скасовано')}.`,
    suspended: (accounts) =>
      accounts === 0
        ? 'Жодного акаунта не заблоковано'
        : `Заблоковано ${uk(accounts, 'акаунт', 'акаунти', 'акаунтів')}`,
    guard: 'Перевірка',
    guards: {
      social_refused: 'акаунти, чию соцмережу відхилено: не підписані або чужа',
      social_left: 'акаунти, які згодом відписалися від каналу чи сторінки',
      suspended: 'акаунти, які заблокували організатори',
      message_failed: 'SMS, яких не вдалося доставити',
    },
    notCountedLead: 'Цього ніхто не рахує, тому у звіті його немає:',
    notCounted: {
      used_twice: 'скільки разів телефон чи соцмережу відхилено, бо їх уже має інший акаунт;',
      too_many: 'скільки спроб зупинили обмеження чи доказ роботи;',
      refused_votes: 'скільки разів відхилено голос, наприклад другий у тій самій категорії;',
      gone: 'акаунти, які відтоді видалено.',
    },
    messages: (sent, phones) =>
      `Надіслано ${uk(sent, 'SMS', 'SMS')}, підтверджено ${uk(phones, 'телефон', 'телефони', 'телефонів')}`,
    messagesLead:
      'За номери доводиться платити тому, хто підробляє. Якби SMS було набагато більше, ніж телефонів, це означало б, що коди просили й не використовували.',
    witnesses: (witnesses, silence) =>
      witnesses === 0
        ? 'Жоден свідок не підтвердив реєстру'
        : `${uk(witnesses, 'свідок підтвердив реєстр', 'свідки підтвердили реєстр', 'свідків підтвердили реєстр')}${silence === null ? '' : `; найдовше мовчання — ${silence}`}`,
    witnessesLead: (signed) =>
      `Програма організаторів підписала ${uk(signed, 'стан', 'стани', 'станів')} реєстру. Свідок підтверджує стан, лише якщо той продовжує всі попередні. Мовчання — це скільки підписаний стан чекав на свідка після першого, який той підтвердив.`,
    smallest: (people) => `Голоси потрапляють до реєстру групами. Найменше людей в одній категорії групи: ${people}.`,
    witness: 'Свідок',
    confirmed: (states) => `підтверджено ${uk(states, 'стан', 'стани', 'станів')}, востаннє`,
    silence: 'Найдовше мовчання',
    never: 'нічого не підтвердив',
    unknown: 'Чого не може знати ніхто',
    unknowns: [
      'Чи кожен учасник — окрема людина. Терплячий покупець зі справжніми телефонами у справжніх руках, який голосує як інші, не залишає слідів.',
      'Чи комусь заплатили за голос або вмовили голосувати. Реєстр доводить, що записано, а не чому.',
      'Чи кожен неврахований голос справді куплено. Рішення — це судження; його причина й розмір тут для того, щоб ви могли його оцінити.',
      'Чи заглядали організатори в голоси. Їхня програма записує кожен перегляд, але той, хто має базу даних, може її прочитати.',
      'Чи правильні ті числа на цій сторінці, яких немає в реєстрі. Це слово організаторів, зафіксоване під час оголошення переможців.',
    ],
    check: 'Перевірте звіт самі',
    checkLead:
      'У файлі є все, що каже ця сторінка. Його SHA-256 є в записі публічного реєстру, тож непомітно змінити звіт згодом не можна. На будь-якому комп’ютері:',
    json: 'Звіт у форматі JSON',
    offer: 'Голосування завершено. Що враховано, що ні й чого не може знати ніхто: десять хвилин читання.',
    open: 'Звіт про доброчесність',
  },
};
