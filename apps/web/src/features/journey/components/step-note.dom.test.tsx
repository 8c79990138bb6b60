// @vitest-environment happy-dom

import type { Vote } from '@laurel/contracts/records';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import { addModalTexts } from '../../../i18n/modal-texts.ts';
import type { ModalRequest } from '../../../modals/types.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { category, company, editionWith, nomination } from '../../../testing/edition.ts';
import { inPage } from '../../../testing/page.tsx';
import { page } from '../../../testing/person.tsx';
import { render } from '../../../testing/render.tsx';
import { Steps, StepsAbout } from '../../../ui/steps.tsx';
import { useJourneyState } from '../store.ts';
import { StepChoice, StepNote } from './step-note.tsx';

const kite = company('Kite & Rook', { tag: 'kite', logo: '/kite.svg' });
const EDITION = editionWith({ nominations: [nomination('Best partner', category('Crypto', kite))] });
const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'kite' };

let shown: Awaited<ReturnType<typeof render>>;
const open = async (request: ModalRequest, pendingVote: Vote | null = VOTE) => {
  await startI18n('en');
  addModalTexts();
  useJourneyState.setState({ pendingVote: pendingVote ?? undefined });
  shown = await render(inPage(<StepNote request={request} />, { edition: EDITION }));
};
afterEach(cleanUp);

describe('a step of the journey', () => {
  it('names the chosen nominee in words at first, then in the line of the steps', async () => {
    await open({ type: 'login', props: {} });
    expect(shown.container.textContent).toBe('You are voting for Kite & Rook');
    await shown.rerender(
      inPage(
        <StepsAbout value={<StepChoice />}>
          <Steps step={2} total={4} />
        </StepsAbout>,
        { edition: EDITION },
      ),
    );
    expect(shown.container.textContent).toBe('Step 2 of 4Kite & Rook');
    const logo = shown.container.querySelector('img');
    expect([logo?.getAttribute('src'), logo?.alt]).toEqual(['/kite.svg', 'You are voting for Kite & Rook']);
  });

  it('says neutrally what is missing', async () => {
    await open({ type: 'phoneOtp', props: { note: 'Confirm your phone number to vote' } });
    expect([page.news('status'), page.news('alert')]).toEqual([['Confirm your phone number to vote'], []]);
  });

  it.each<ModalRequest>([
    { type: 'voteConfirm', props: { vote: VOTE } },
    { type: 'faq', props: {} },
    { type: 'messageWithClose', props: { title: 'Title', text: 'Text' } },
  ])('names no nominee elsewhere: $type', async (request) => {
    await open(request);
    expect(shown.container.textContent).toBe('');
  });

  it('names no nominee without a choice, and none who is no longer on the page', async () => {
    await open({ type: 'login', props: {} }, null);
    expect(shown.container.textContent).toBe('');
    await shown.close();
    await open({ type: 'login', props: {} }, { ...VOTE, vote: 'withdrawn' });
    expect(shown.container.textContent).toBe('');
  });
});
