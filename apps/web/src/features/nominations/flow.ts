import type { Language } from '@laurel/contracts/languages';
import { leadersOf as leadersOfResults } from '@laurel/contracts/leaders';
import type { Phase } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem, Vote } from '@laurel/contracts/records';

export type Nomination = PublicEdition['nominations'][number];
export type Category = Nomination['categories'][number];
export type Company = Category['companies'][number];

/** The state of the voting, for every card. */
export type Ballot = {
  readonly statistics: readonly StatisticsItem[];
  readonly ownVotes: readonly Vote[];
  readonly phase: Phase;
  /** Whether percentages are published, and how often. */
  readonly results: PublicEdition['results'];
  onVote(vote: Vote): void;
};

/** Replaces the changed categories, and adds new ones. */
export const withChanges = (
  known: readonly StatisticsItem[],
  changed: readonly StatisticsItem[],
): readonly StatisticsItem[] => {
  const keyOf = ({ nomination, niche }: StatisticsItem): string => `${nomination}/${niche}`;
  const fresh = new Map(changed.map((item) => [keyOf(item), item]));
  const updated = known.map((item) => fresh.get(keyOf(item)) ?? item);
  const knownKeys = new Set(known.map(keyOf));
  return [...updated, ...changed.filter((item) => !knownKeys.has(keyOf(item)))];
};

/** The published results of a category, if any. */
export const publishedOf = (
  statistics: readonly StatisticsItem[],
  nomination: string,
  niche: string,
): StatisticsItem | undefined => statistics.find((each) => each.nomination === nomination && each.niche === niche);

/** A category's nominees by percentage, highest first, ties in the edition's order; percentages start at 0. */
export const ranked = (
  category: Category,
  published: StatisticsItem | undefined,
  votedFor: string | undefined,
): readonly Company[] => {
  const shares = new Map(published?.results.map(({ company, percentage }) => [company, percentage]));
  return category.companies
    .map((company) => ({
      ...company,
      percent: shares.get(company.tag) ?? company.percent,
      voted: company.tag === votedFor,
    }))
    .sort((a, b) => b.percent - a.percent);
};

/**
 * The nominees with the highest published percentage; several if they are equal, none before the first vote. Undefined
 * if one of them was added after the page was opened, so that the page does not know it: the next nominee does not
 * lead.
 */
export const leadersOf = (
  { companies }: Category,
  published: StatisticsItem | undefined,
): readonly string[] | undefined => {
  const leaders = leadersOfResults(published);
  return leaders.every((leader) => companies.some(({ tag }) => tag === leader)) ? leaders : undefined;
};

/** The label of a first place, by phase. */
export type Rank = 'leader' | 'final' | 'winner' | 'sharedWinner';

export const isWin = (rank: Rank | undefined): boolean => rank === 'winner' || rank === 'sharedWinner';

/** A nominee's rank in its category; undefined if it isn't first. */
export const rankOf = (tag: string, leaders: readonly string[], phase: Ballot['phase']): Rank | undefined => {
  if (!leaders.includes(tag)) return undefined;
  if (phase === 'announced') return leaders.length > 1 ? 'sharedWinner' : 'winner';
  return phase === 'closed' ? 'final' : 'leader';
};

/** The winners of a nomination's only category, once announced; none if it has several categories. */
export const winnersOf = (nomination: Nomination, { phase, statistics }: Ballot): readonly Company[] => {
  const [category, ...others] = nomination.categories;
  if (phase !== 'announced' || !category || others.length > 0) return [];
  const published = publishedOf(statistics, nomination.tag, category.tag);
  const leaders = leadersOf(category, published);
  return ranked(category, published, undefined).filter(({ tag }) => leaders?.includes(tag));
};

/** A nominee in a URL, in one of its nomination's categories. */
export type LinkedNominee = { readonly niche: string; readonly company: string };

/** The nomination in a URL: none, a known one, or an unknown one. */
export type DeepLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly tag: string; readonly nominee?: LinkedNominee }
  | { readonly kind: 'unknown' };

/** Parses `?nomination=TAG&company=TAG&niche=TAG`; ignores an unknown nominee. */
export const deepLinkOf = (search: string, nominations: readonly Nomination[]): DeepLink => {
  const query = new URLSearchParams(search);
  const tag = query.get('nomination');
  if (tag === null) return { kind: 'none' };
  const nomination = nominations.find((each) => each.tag === tag);
  if (!nomination) return { kind: 'unknown' };
  const company = query.get('company');
  const having = nomination.categories.filter(({ companies }) => companies.some((each) => each.tag === company));
  const category = having.find((each) => each.tag === query.get('niche')) ?? having[0];
  return { kind: 'known', tag, ...(company && category ? { nominee: { niche: category.tag, company } } : {}) };
};

/** The URL of a nominee's card, with the language of its link preview. */
export const linkTo = (
  origin: string,
  nomination: Nomination,
  { niche, company }: LinkedNominee,
  language: Language,
): string => {
  const query = new URLSearchParams({ nomination: nomination.tag, company });
  if (nomination.categories.length > 1) query.set('niche', niche);
  query.set('lang', language);
  return `${origin}/?${query}`;
};

type CardStyle = {
  readonly language: Language;
  readonly phase: Ballot['phase'];
  readonly format: 'wide' | 'tall';
};

/** The address of a nominee's drawn card. It names the phase, so that no cache returns the card of an earlier phase. */
export const cardOf = (
  nomination: Nomination,
  { niche, company }: LinkedNominee,
  { language, phase, format }: CardStyle,
): string =>
  `/share/card.png?${new URLSearchParams({ nomination: nomination.tag, niche, company, lang: language, phase, format })}`;

/**
 * The initially open nominations: the one in the URL, or none if that is unknown. Without one in the URL, the first
 * nomination, so that the page shows votes; after the announcement none.
 */
export const openAtFirst = (
  link: DeepLink,
  nominations: readonly Nomination[],
  phase: Ballot['phase'],
): readonly string[] => {
  if (link.kind === 'known') return [link.tag];
  return link.kind === 'none' && phase !== 'announced' ? nominations.slice(0, 1).map(({ tag }) => tag) : [];
};

/** The tag of the nominee that the user voted for in a category, if any. */
export const votedIn = (votes: readonly Vote[], nomination: string, niche: string): string | undefined =>
  votes.find((vote) => vote.nomination === nomination && vote.niche === niche)?.vote;

/** Whether a nominee can be voted for, and otherwise why not. */
export type VoteState = 'scheduled' | 'open' | 'chosen' | 'voted' | 'closed';

/** Whether a nominee can be voted for in a phase. The user's vote in the category counts in every phase. */
export const voteStateOf = (phase: Ballot['phase'], votedFor: string | undefined, company: string): VoteState => {
  if (votedFor === company) return 'chosen';
  if (phase === 'scheduled') return 'scheduled';
  if (phase !== 'open') return 'closed';
  return votedFor === undefined ? 'open' : 'voted';
};

/** A nominee in its category and nomination; undefined if the edition has no such nominee. */
export const nomineeIn = (nominations: readonly Nomination[], vote: Vote) => {
  const nomination = nominations.find(({ tag }) => tag === vote.nomination);
  const category = nomination?.categories.find(({ tag }) => tag === vote.niche);
  const company = category?.companies.find(({ tag }) => tag === vote.vote);
  return nomination && category && company ? { nomination, category, company } : undefined;
};

/** The other categories in which a nominee stands. */
export const otherPlaces = (nominations: readonly Nomination[], { nomination, niche, vote }: Vote): readonly Vote[] =>
  placesOf(nominations)
    .filter((place) => place.nomination !== nomination || place.niche !== niche)
    .map((place) => ({ ...place, vote }))
    .filter((place) => nomineeIn(nominations, place) !== undefined);

/** A URL without its scheme and trailing slash. */
export const shortLink = (link: string): string => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** The number of nominees in all categories of a nomination. */
export const nomineeCount = (nomination: Nomination): number =>
  nomination.categories.reduce((sum, { companies }) => sum + companies.length, 0);

/** The number of a nomination's categories that the user voted in. */
export const votedCount = (nomination: Nomination, votes: readonly Vote[]): number =>
  nomination.categories.filter(({ tag }) => votedIn(votes, nomination.tag, tag) !== undefined).length;

/** A category, by the tags of its nomination and its own. */
export type Place = Pick<Vote, 'nomination' | 'niche'>;

/** All categories in the page's order. */
export const placesOf = (nominations: readonly Nomination[]): readonly Place[] =>
  nominations.flatMap(({ tag, categories }) =>
    categories.map((category) => ({ nomination: tag, niche: category.tag })),
  );

/** The number of categories that the user voted in, and of all. Votes for withdrawn categories do not count. */
export const progressOf = (
  nominations: readonly Nomination[],
  votes: readonly Vote[],
): { readonly voted: number; readonly total: number } => ({
  voted: nominations.reduce((sum, nomination) => sum + votedCount(nomination, votes), 0),
  total: placesOf(nominations).length,
});

/** The first category without a vote, searched after a place, then from the start; undefined if all have a vote. */
export const nextPlace = (
  nominations: readonly Nomination[],
  votes: readonly Vote[],
  after?: Place,
): Place | undefined => {
  const places = placesOf(nominations);
  const from = places.findIndex(({ nomination, niche }) => nomination === after?.nomination && niche === after.niche);
  const inOrder = [...places.slice(from + 1), ...places.slice(0, from + 1)];
  return inOrder.find(({ nomination, niche }) => votedIn(votes, nomination, niche) === undefined);
};
