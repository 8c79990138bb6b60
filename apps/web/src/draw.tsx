import { text } from 'node:stream/consumers';
import { DEFAULT_LANGUAGE, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { PHASES } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import i18next from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Footer } from './app/footer.tsx';
import { Header } from './app/header.tsx';
import { Hero } from './app/hero.tsx';
import { PlainNotice, PlainPage, ReloadNotice } from './app/plain-page.tsx';
import { EditionContext } from './features/edition/context.ts';
import { inPhase } from './features/edition/phase.ts';
import { startI18n } from './i18n/i18n.ts';

const Drawn = ({ language, scripted, children }: { language: Language; scripted?: true; children: ReactNode }) => (
  <div data-drawn data-scripted={scripted} lang={language} dir={LANGUAGE_SETTINGS[language].direction}>
    {children}
  </div>
);

/** The header and the hero; `more` is the rest of the page. */
const Screen = ({ more }: { more?: ReactNode }) => (
  <>
    <Header />
    <main>
      <Hero />
      {more}
    </main>
  </>
);

/** The first screen of a new visitor, until the page's code takes over. */
const FIRST_SCREEN = (
  <Drawn language={DEFAULT_LANGUAGE} scripted>
    <Screen />
  </Drawn>
);

/** The first screen, and for a browser that runs no code the rest of the page. */
const DEFAULT_PAGE = (
  <Drawn language={DEFAULT_LANGUAGE}>
    <Screen
      more={
        <noscript>
          <PlainPage />
        </noscript>
      }
    />
    <noscript>
      <Footer />
    </noscript>
  </Drawn>
);

/** The whole page in another language than that of the first screen. */
const otherPage = (language: Language) => (
  <noscript>
    <Drawn language={language}>
      <Screen more={<PlainPage />} />
      <Footer />
    </Drawn>
  </noscript>
);

/** Renders a page as HTML. Its links work, but its buttons are inert, because this HTML has no code. */
const render = (edition: PublicEdition, page: ReactElement): string =>
  renderToStaticMarkup(<EditionContext value={edition}>{page}</EditionContext>).replaceAll(
    '<button ',
    '<button inert ',
  );

/** Renders a page in each phase. */
const renderEach = async (given: PublicEdition, page: ReactElement, language: Language): Promise<string[]> => {
  await i18next.changeLanguage(language);
  return PHASES.map((phase) => render(inPhase(given, phase), page));
};

// The server runs this module once, as a program: it reads an edition from standard input and writes the pages of all
// phases and languages as JSON. The edition comes from the same build, so it is not validated.
const edition: PublicEdition = JSON.parse(await text(process.stdin));
await startI18n(DEFAULT_LANGUAGE);
const notices = render(
  edition,
  <>
    <PlainNotice />
    <ReloadNotice />
  </>,
);
const first = await renderEach(edition, FIRST_SCREEN, DEFAULT_LANGUAGE);
const pages = new Map(PHASES.map((phase) => [phase, new Map<Language, string>()]));
for (const language of LANGUAGES) {
  const isDefault = language === DEFAULT_LANGUAGE;
  const drawn = await renderEach(edition, isDefault ? DEFAULT_PAGE : otherPage(language), language);
  for (const [index, phase] of PHASES.entries()) {
    pages.get(phase)?.set(language, `${notices}${isDefault ? '' : first[index]}${drawn[index]}`);
  }
}
const screens = [...pages].map(([phase, page]) => [phase, Object.fromEntries(page)]);
process.stdout.write(JSON.stringify(Object.fromEntries(screens)));
