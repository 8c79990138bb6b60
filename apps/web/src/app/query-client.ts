import { partialMatchKey, QueryCache, QueryClient } from '@tanstack/react-query';
import { OWN_VOTES_KEY } from '../features/voting/api.ts';
import { ApiFailure, endsSession, mayPass } from '../lib/failure.ts';
import { QUERY_CACHE_MS, QUERY_RETRIES, QUERY_RETRY_MAX_DELAY_MS } from '../lib/limits.ts';
import { openInFront, openModal, useModals } from '../modals/store.ts';
import type { ModalRequest, ModalType } from '../modals/types.ts';
import { endSession } from '../session/store.ts';

const FIRST_RETRY_MS = 1_000;

/** Modals that confirm a recorded vote. They need no list of votes, so a failure to load it is not shown over them. */
const CONFIRMS_VOTE: ReadonlySet<ModalType> = new Set(['voted', 'finished']);

/** This refusal says nothing about the session: a limit may count the requests of a whole network. */
const TOO_MANY_REQUESTS = 429;

const isRefusal = ({ status }: ApiFailure): boolean => status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;

/** Ends the session if the server refuses to show the votes; another failure to load them keeps it (SE-05). */
const ownVotesFailed = (error: unknown): void => {
  const refused = error instanceof ApiFailure && isRefusal(error);
  if (refused) endSession();
  const { current, later, closable, aside } = useModals.getState();
  if (!refused && current && CONFIRMS_VOTE.has(current.type)) return;
  const message: ModalRequest = { type: 'loadFailure', props: { about: refused ? 'ownVotes' : 'connection' } };
  // An open step, such as backup codes that show only once, stays open behind the message.
  const replaces = closable && (refused || current === undefined || later !== undefined);
  if (replaces) openModal(message, {});
  else if (!aside) openInFront(message);
};

/** The page's cache of responses, by the rules of spec §9. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // biome-ignore lint/suspicious/noConsole: failed background fetches go to the console only (§8, "Data loading").
        console.warn(error);
        if (partialMatchKey(queryKey, OWN_VOTES_KEY)) ownVotesFailed(error);
        else if (error instanceof ApiFailure && endsSession(error)) endSession();
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: QUERY_CACHE_MS,
        retry: (count, error) => count < QUERY_RETRIES && mayPass(error),
        retryDelay: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, QUERY_RETRY_MAX_DELAY_MS),
      },
    },
  });
