import {
  moveStage,
  readStage,
  readStageLogo,
  readStageState,
  type Show,
  type StageState,
} from '@laurel/contracts/console/calls/stage';
import type { Winners } from '@laurel/contracts/console/stage';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, type CallInput, call } from '../../lib/call.ts';
import { keyOf, queryOf } from '../../lib/query.ts';
import { openSealed } from './open-sealed.ts';

/** How often the state is read, and after how long without an answer there is no connection, milliseconds. */
const EVERY_MS = 800;
const ANSWER_MS = 4_000;
/** What is loaded once, and never thrown away while the show runs. */
const KEPT = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  placeholderData: keepPreviousData,
};
const STATE = keyOf(readStageState, {});

/** Moves the show. Without an answer it fails soon, and nothing is sent later. */
export const move = (body: CallInput<typeof moveStage>['body']): Promise<StageState> =>
  call(moveStage, { body }, { signal: AbortSignal.timeout(ANSWER_MS) });

/** The show and its state, which is read again and again. The screen stays on. */
export const useStage = () => {
  const queryClient = useQueryClient();
  const newest = (state: StageState): StageState => {
    const known = queryClient.getQueryData<StageState>(STATE);
    // An answer may be overtaken by that of a move.
    return known && known.version > state.version ? known : state;
  };
  const { data: state, ...query } = useQuery({
    queryKey: STATE,
    queryFn: async ({ signal }) => {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      return newest(await call(readStageState, {}, { signal: soon }));
    },
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });
  const show = useQuery({ ...queryOf(readStage, {}), ...KEPT });
  const { refetch, data } = show;
  const isOld = state !== undefined && data !== undefined && state.stamp !== data.stamp;
  // With each new state it tries again.
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, query.dataUpdatedAt, refetch]);
  useEffect(() => {
    const stayOn = () => void navigator.wakeLock?.request('screen').catch(() => undefined);
    stayOn();
    document.addEventListener('visibilitychange', stayOn);
    return () => document.removeEventListener('visibilitychange', stayOn);
  }, []);
  return {
    state,
    show,
    online: !query.isError,
    /** When the state was last read. */
    readAt: query.dataUpdatedAt,
    read: query.refetch,
    accept: (next: StageState) => queryClient.setQueryData(STATE, newest(next)),
  };
};

const logos = new Map<string, string>();

/** Keeps a logo in memory: the address of the copy lives as long as the page. */
const keepLogo = async (file: string): Promise<void> => {
  if (logos.has(file)) return;
  const response = await fetch(addressOf(readStageLogo, { params: { file } }));
  if (response.ok) logos.set(file, URL.createObjectURL(await response.blob()));
};

/** The addresses of all logos of a show, once they and the fonts are in memory. */
export const useLogos = (show: Show | undefined) =>
  useQuery({
    queryKey: ['stage logos', show?.stamp],
    enabled: show !== undefined,
    queryFn: async () => {
      const nominees = show?.categories.flatMap((category) => category.nominees) ?? [];
      await Promise.all([...nominees, ...(show?.sponsors ?? [])].map(({ logo }) => keepLogo(logo)));
      const faces = ['600 1em Unbounded', '600 1em "Manrope Variable"'];
      await Promise.all(faces.map((face) => document.fonts.load(face, 'Aa Яя')));
      return new Map(logos);
    },
    ...KEPT,
  });

/** The revealed winners by category. */
export const useWinners = (show: Show | undefined, codes: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: ['stage winners', show?.stamp, codes],
    enabled: show !== undefined,
    queryFn: async (): Promise<Record<string, Winners>> => {
      const all = (show?.categories ?? []).map(async ({ category, sealed }) => {
        const code = codes[category];
        if (!show || sealed === null || code === undefined) return [];
        return [[category, await openSealed(sealed, code, `${show.salt}/${category}`)] as const];
      });
      return Object.fromEntries((await Promise.all(all)).flat());
    },
    ...KEPT,
  }).data ?? {};
