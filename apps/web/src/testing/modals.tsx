import { afterEach, beforeEach, vi } from 'vitest';
import { createQueryClient } from '../app/query-client.ts';
import { ownVotesQuery } from '../features/voting/api.ts';
import { startI18n } from '../i18n/i18n.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { openModal } from '../modals/store.ts';
import type { ModalRequest } from '../modals/types.ts';
import { beginSession, useSession } from '../session/store.ts';
import { cleanUp } from './clean-up.ts';
import { category, company, editionWith, nomination, words } from './edition.ts';
import { stubApi } from './fake-api.ts';
import { inPage } from './page.tsx';
import { act, render } from './render.tsx';
import { ok } from './step.ts';
import { ADA, userInfo } from './voter.ts';

const kite = company('Kite', { desc: words('Text') });
export const EDITION = editionWith({
  nominating: { proof: 'voter', entries: 1 },
  nominations: [nomination('Best partner', category('crypto', kite), category('finance', kite))],
});

type Vote = { nomination: string; niche: string; vote: string };

/** Logs a voter in before each test of a file, on a page that shows modals only. */
export const startModals = () => {
  let Modals: typeof import('../features/journey/components/modals.tsx').default;
  let api: ReturnType<typeof stubApi>;
  let client: ReturnType<typeof createQueryClient>;
  let shown: Awaited<ReturnType<typeof render>>;

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockReturnValue();
    await startI18n('en');
    // Its texts need i18n.
    ({ default: Modals } = await import('../features/journey/components/modals.tsx'));
    addModalTexts();
    client = createQueryClient();
    const passkeys = ['phone', 'laptop'].map((id) => ({ id, madeAt: '2025-11-20T18:00:00.000Z', usedAt: null }));
    const known = { 'GET /users/info': userInfo([]), 'GET /users/passkeys': ok({ passkeys }) };
    const entries = { 'GET /entries/mine': { body: [] } };
    api = stubApi({ ...known, ...entries }, () => useSession.getState().token);
    beginSession('a.b.c', ADA);
  });
  afterEach(cleanUp);

  return {
    /** The server's answers, and what it was asked. */
    api: () => api,
    /** Opens a modal, with the user's votes. */
    show: async (request: ModalRequest, votes: readonly Vote[] = [], edition = EDITION): Promise<void> => {
      client.setQueryData(ownVotesQuery('a.b.c').queryKey, [...votes]);
      openModal(request);
      shown = await render(inPage(<Modals />, { client, edition }));
      await act(() => vi.advanceTimersByTimeAsync(10));
    },
    /** Removes the page. */
    close: () => shown.close(),
  };
};
