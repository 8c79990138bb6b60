import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import { addModalTexts } from '../../i18n/modal-texts.ts';
import { type Effect, type Journey, type JourneyEvent, reduce, START } from './reducer.ts';
import type { Texts } from './texts.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const PENDING: Journey = { pendingVote: VOTE, continueAfterLogin: false, inBallot: false };

let texts: Texts;
beforeAll(async () => {
  await startI18n('en');
  addModalTexts();
  texts = i18next.getFixedT(null, ['voting', 'account', 'twoFactor', 'social', 'errors'] as const);
});

const after = (event: JourneyEvent, state = START) => reduce(state, event, texts);
const effectsOf = (event: JourneyEvent, state = START): readonly Effect[] => after(event, state).effects;
/** The name of each effect: the modal that it opens, or its type. */
const named = (effects: readonly Effect[]): string[] =>
  effects.map((effect) => (effect.type === 'open' ? effect.request.type : effect.type));

describe('a chosen nominee', () => {
  it('VO-01 is pending: a logged-in visitor confirms it, another one logs in', () => {
    const chosen = { type: 'voteChosen', vote: VOTE } as const;
    expect(after({ ...chosen, loggedIn: false })).toEqual({
      state: PENDING,
      effects: [{ type: 'open', request: { type: 'login', props: {} } }],
    });
    expect(effectsOf({ ...chosen, loggedIn: true })).toEqual([
      { type: 'open', request: { type: 'voteConfirm', props: { vote: VOTE } } },
    ]);
  });

  it('is not confirmed, and its missing verification not shown, before the login', () => {
    const missing = { phone: true, social: true, telegramLink: false, status: undefined, awaited: 'telegram' } as const;
    expect(named(effectsOf({ type: 'voteChosen', vote: VOTE, loggedIn: false, missing }))).toEqual(['login']);
  });

  it('in the ballot opens nothing but a missing step, and is lit there again after it', () => {
    const inBallot = { ...PENDING, inBallot: true };
    const chosen = { type: 'voteChosen', vote: VOTE, inBallot: true } as const;
    expect(after({ ...chosen, loggedIn: true })).toEqual({ state: inBallot, effects: [] });
    expect(named(effectsOf({ ...chosen, loggedIn: false }))).toEqual(['login']);
    const done = { type: 'stepFinished', notice: 'Ready.', loggedIn: true, phoneVerified: true, socialVerified: true };
    const { vote: lit, ...at } = VOTE;
    expect(effectsOf({ ...done, type: 'stepFinished' }, inBallot)).toEqual([
      { type: 'open', request: { type: 'ballot', props: { at, chosen: lit, notice: 'Ready.' } } },
    ]);
    // A choice on the page is confirmed there.
    expect(after({ ...chosen, loggedIn: true, inBallot: false }, inBallot).state).toEqual(PENDING);
  });

  it('is not pending after it was recorded or given up', () => {
    expect(after({ type: 'voteEnded' }, PENDING)).toEqual({ state: START, effects: [] });
  });
});

describe('a login', () => {
  it('continues the journey of a pending vote, or one that an ended session interrupted', () => {
    const notice = 'You are logged in, Ada.';
    const loggedIn = { type: 'loggedIn', name: 'Ada' } as const;
    expect(effectsOf(loggedIn, PENDING)).toEqual([{ type: 'readVerifications', notice }]);
    const interrupted = after({ type: 'sessionEnded' }).state;
    expect(after(loggedIn, interrupted)).toEqual({ state: START, effects: [{ type: 'readVerifications', notice }] });
    const message = { type: 'message', props: { title: 'Welcome back', text: notice } };
    expect(effectsOf(loggedIn)).toEqual([{ type: 'open', request: message, later: {} }]);
  });

  it('in another tab confirms the pending vote, or closes the step', () => {
    expect(named(effectsOf({ type: 'loggedInElsewhere' }, PENDING))).toEqual(['voteConfirm']);
    expect(named(effectsOf({ type: 'loggedInElsewhere' }))).toEqual(['close']);
  });

  it('is needed again when the session ends, and says why', () => {
    expect(effectsOf({ type: 'sessionEnded' })).toMatchObject([
      { request: { type: 'login', props: { reason: expect.stringMatching(/session/) } } },
    ]);
  });
});

it('a stored step opens again with the vote it leads to', () => {
  const step = { type: 'phoneOtp', props: {} } as const;
  expect(after({ type: 'restored', step, vote: VOTE })).toEqual({
    state: PENDING,
    effects: [{ type: 'open', request: step }],
  });
});

describe('a refused vote', () => {
  const refusal = {
    type: 'voteRefused',
    codes: [],
    text: 'Why.',
  } as const;
  const nothing = { telegramLink: false, status: undefined, awaited: 'telegram' } as const;
  const after = (codes: (JourneyEvent & { type: 'voteRefused' })['codes'], more = {}): readonly Effect[] =>
    effectsOf({ ...refusal, codes, social: { ...nothing, ...more } }, PENDING);
  const both = ['phone.unverified', 'social.unverified'] as const;
  const social = ['social.unverified'] as const;
  const toSocial = ['forgetVerification', 'socialVerification'];

  it('VO-03 opens the social modal if a Telegram link is stored, also while a verification is in progress', () => {
    expect(named(after(both, { telegramLink: true }))).toEqual(toSocial);
    expect(named(after(social, { telegramLink: true, status: 'IN_PROGRESS' }))).toEqual(toSocial);
  });

  it('VO-04 waits for a verification in progress if no link is stored', () => {
    for (const codes of [both, social]) {
      expect(after(codes, { status: 'IN_PROGRESS' })).toMatchObject([
        { request: { type: 'message', props: { title: 'Verification in progress' } }, later: { delayMs: 15_000 } },
      ]);
    }
  });

  it('VO-05 explains, then opens the phone modal, if both are missing', () => {
    expect(after(both)).toMatchObject([{ request: { type: 'message' }, later: { next: { type: 'phoneOtp' } } }]);
  });

  it('ends the pending vote only if the voter has already voted there', () => {
    const refused = (code: 'vote.exists' | 'vote.not_open') =>
      reduce(PENDING, { ...refusal, codes: [code], social: nothing }, texts).state;
    expect([refused('vote.exists'), refused('vote.not_open')]).toEqual([START, PENDING]);
  });

  it('VO-06 opens the social modal otherwise, and the phone modal if only the phone is missing', () => {
    expect(named(after(social))).toEqual(toSocial);
    const other = { telegramLink: true, status: 'IN_PROGRESS' };
    for (const more of [{}, other]) expect(named(after(['phone.unverified'], more))).toEqual(['phoneOtp']);
  });

  it.each([
    [['auth.expired'], ['endSession', 'login']],
    [['auth.required'], ['endSession', 'login']],
    [['vote.exists'], ['refreshTotals', 'messageWithClose']],
    [['vote.in_doubt'], []],
    [['vote.not_open'], []],
    [['connection.lost'], []],
  ] as const)('%o has the effects %o', (codes, effects) => {
    expect(named(after(codes))).toEqual(effects);
  });
});
