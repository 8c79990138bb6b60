import { text } from 'node:stream/consumers';
import { DEFAULT_LANGUAGE, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { SHOWN_PHASES } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import i18next from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Footer } from './app/footer.tsx';
import { Header } from './app/header.tsx';
import { Hero } from './app/hero.tsx';
import { PlainNotice, PlainPage, ReloadNotice } from './app/plain-page.tsx';
import { EditionContext } from './features/edition/context.ts';
import { inPhase, type ShownEdition } from './features/edition/phase.ts';
import { startI18n } from './i18n/i18n.ts';
import { addPlainTexts } from './i18n/plain-texts.ts';

const Drawn = ({ language, children }: { language: Language; children: ReactNode }) => (
  <div data-drawn lang={language} dir={LANGUAGE_SETTINGS[language].direction}>
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

/** The parts of the page's top: see `store.ts` of the API's page. */
const PARTS = {
  screen: (language: Language) => (
    <>
      <noscript>
        <PlainNotice linked />
      </noscript>
      <ReloadNotice />
      <Drawn language={language}>
        <Screen />
      </Drawn>
    </>
  ),
  plain: (language: Language) => (
    <>
      <PlainNotice />
      <Drawn language={language}>
        <Screen more={<PlainPage />} />
        <Footer />
      </Drawn>
    </>
  ),
};

/** Renders a page as HTML. Its links work, but its buttons are inert, because this HTML has no code. */
const render = (edition: ShownEdition, page: ReactElement): string =>
  renderToStaticMarkup(<EditionContext value={edition}>{page}</EditionContext>).replaceAll(
    '<button ',
    '<button inert ',
  );

// The server runs this module once, as a program: it reads an edition from standard input and writes the parts for all
// phases and languages as JSON. The edition comes from the same build, so it is not validated.
const edition: PublicEdition = JSON.parse(await text(process.stdin));
await startI18n(DEFAULT_LANGUAGE);
addPlainTexts();
const tops = new Map(SHOWN_PHASES.map((phase) => [phase, new Map<Language, Record<string, string>>()]));
for (const language of LANGUAGES) {
  await i18next.changeLanguage(language);
  for (const [phase, drawn] of tops) {
    const parts = Object.entries(PARTS).map(([name, draw]) => [name, render(inPhase(edition, phase), draw(language))]);
    drawn.set(language, Object.fromEntries(parts));
  }
}
const output = [...tops].map(([phase, drawn]) => [phase, Object.fromEntries(drawn)]);
process.stdout.write(JSON.stringify(Object.fromEntries(output)));
