import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by their path inside the edition; undefined omits a file. */
export type EditionFiles = Readonly<Record<string, string | Uint8Array | undefined>>;

const EDITION = `year: 2031
texts:
  name: { en: Small Awards, uk: Мала премія }
  hero:
    title:
      en: The hall decides
      uk: Вирішує зала
    accent: { en: tonight., uk: сьогодні. }
    lead:
      en: One vote per category.
      uk: Один голос у категорії.
  overview:
    title: { en: Who votes, uk: Хто голосує }
    text: { en: Verified voters., uk: Перевірені учасники. }
  nominations:
    title: { en: Nominations, uk: Номінації }
    lead: { en: Live., uk: Наживо. }
  contactBanner:
    title: { en: Questions?, uk: Маєте запитання? }
    button: { en: Write, uk: Написати }
  announcement:
    title: { en: Winners in spring., uk: Переможці навесні. }
    text: { en: On stage., uk: Зі сцени. }
  footer: { en: Small Awards, uk: Мала премія }
notices:
  maintenance: { en: Back at noon., uk: Повернемося опівдні. }
  votingIntro: { en: Voting is open., uk: Голосування триває. }
  winnersAnnounced: { en: In spring., uk: Навесні. }
phases:
  votingOpensAt: 2031-03-01T10:00:00+02:00
  votingClosesAt: 2031-03-20T10:00+02:00
  winnersAnnouncedAt: 2031-04-01T19:00:00+03:00
results:
  visibility: hidden
  publishEvery:
    seconds: 30
    votes: 5
links:
  social:
    media:
      url: https://media.example
      title: { en: Media, uk: Медіа }
      note: { en: news, uk: новини }
    messenger:
      url: https://messenger.example
      title: { en: Channel, uk: Канал }
    photos:
      url: https://photos.example
      title: { en: Photos, uk: Світлини }
    video:
      url: https://video.example
      title: { en: Video, uk: Відео }
  telegramChannel: https://messenger.example/awards
  instagramPage: https://photos.example/awards
  contact: https://messenger.example/contact
  authenticator:
    appStore: https://apple.example/app
    googlePlay: https://google.example/app
  privacy: https://small.example/privacy
  rules: https://small.example/rules
supportEmail: help@small.example
blockedRegions: ['93', '355']
`;

const BEST_DUO = `tag: best-duo
order: 2
title: { en: Best Duo, uk: Найкращий дует }
backgroundName: sphere
categories:
  - tag: dating
    name: { en: Dating, uk: Дейтинг }
    companies:
      - tag: lone-pine
        name: Lone Pine
        logo: lone-pine.svg
        link: https://pine.example
        desc:
          en: Stands alone.<br>Always has.
          uk: Стоїть осторонь.<br>Так було завжди.
      - tag: two-owls
        name: { en: Two Owls, uk: Дві сови }
        logo: two-owls.svg
        link:
        desc: { en: Awake at night., uk: Не сплять уночі. }
  - tag: crypto
    name: { en: Crypto, uk: Крипта }
    companies:
      - tag: lone-pine
        name: Lone Pine
        logo: lone-pine.svg
        desc: { en: Counts cones., uk: Рахує шишки. }
`;

const BEST_SOLO = `tag: best-solo
order: 1
title: { en: Best Solo, uk: Найкраще соло }
categories:
  - tag: no-category
    name: { en: All, uk: Усі }
    companies:
      - tag: lone-pine
        name: Lone Pine
        logo: lone-pine.svg
        desc: { en: Sings., uk: Співає. }
`;

const drawing = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>\n`;

/** A small valid edition: two nominations, three categories, two companies. */
export const SMALL_EDITION = {
  'edition.yaml': EDITION,
  'nominations/best-duo.yaml': BEST_DUO,
  'nominations/best-solo.yaml': BEST_SOLO,
  'logos/lone-pine.svg': drawing('#174'),
  'logos/two-owls.svg': drawing('#741'),
} as const satisfies EditionFiles;

/** Writes the small edition, changed by `files`, to a temporary directory. */
export const writeEdition = async (
  files: EditionFiles = {},
): Promise<{ directory: string; remove: () => Promise<void> }> => {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-edition-'));
  for (const [file, content] of Object.entries({ ...SMALL_EDITION, ...files })) {
    if (content === undefined) continue;
    const path = join(directory, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
};
