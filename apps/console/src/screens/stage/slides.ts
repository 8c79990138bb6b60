import type { Show } from '@laurel/contracts/console/calls/stage';
import { winnerSlide } from '@laurel/contracts/console/stage';

export type Category = Show['categories'][number];
type Words = Category['title'];
type Of = { category: Category };

/** A slide of the show. Its name is the same on the projector, on the phone and on the server. */
export type Slide = { name: string } & (
  | { kind: 'opening' | 'end' }
  | { kind: 'nomination'; title: Words; number: number; of: number; categories: number }
  | ({ kind: 'category' | 'before' | 'winner' } & Of)
  | ({ kind: 'nominee'; place: number } & Of)
  | { kind: 'break'; minutes: number; next: Words | undefined }
  | { kind: 'sponsor'; sponsor: Show['sponsors'][number] }
);

/** Whether a category has a name of its own beside its nomination. */
export const isNamed = ({ name, title }: Category): boolean => name.en !== title.en;

/** A category: its name, its nominees one by one, the moment before, and the winner. */
const categorySlides = (category: Category): Slide[] => [
  ...(isNamed(category) ? [{ kind: 'category', name: `category:${category.category}`, category } as const] : []),
  ...category.nominees.map(({ company }, place) => ({
    ...{ kind: 'nominee' as const, name: `nominee:${category.category}/${company}`, category, place },
  })),
  { kind: 'before', name: `before:${category.category}`, category },
  { kind: 'winner', name: winnerSlide(category.category), category },
];

/** All slides of a show in the order of the run sheet. */
export const slidesOf = ({ rows, categories, sponsors }: Show): Slide[] => {
  const byName = new Map(categories.map((each) => [each.category, each]));
  const ordered = rows.map((row) => (row.kind === 'category' ? byName.get(row.category) : undefined));
  const nominations = [...new Set(ordered.flatMap((each) => each?.nomination ?? []))];
  let nomination: string | undefined;
  const slides = rows.flatMap((row, place): Slide[] => {
    if (row.kind === 'break') {
      const next = ordered.slice(place).find((each) => each !== undefined);
      return [{ kind: 'break', name: `break:${place}`, minutes: row.minutes, next: next?.title }];
    }
    if (row.kind === 'sponsor') {
      const own = sponsors.filter(({ name }) => name === row.name);
      return own.map((sponsor) => ({ kind: 'sponsor', name: `sponsor:${place}`, sponsor }));
    }
    const category = ordered[place];
    if (!category) return [];
    if (category.nomination === nomination) return categorySlides(category);
    nomination = category.nomination;
    const title: Slide = {
      ...{ kind: 'nomination', name: `nomination:${category.category}`, title: category.title },
      ...{ number: nominations.indexOf(nomination) + 1, of: nominations.length },
      categories: categories.filter((each) => each.nomination === nomination).length,
    };
    return [title, ...categorySlides(category)];
  });
  return [{ kind: 'opening', name: '' }, ...slides, { kind: 'end', name: 'end' }];
};

/** The slide that is some steps from another one; at the ends it is the last one there. */
export const stepFrom = (slides: readonly Slide[], name: string, step: number): Slide | undefined =>
  slides[Math.min(Math.max(slides.findIndex((slide) => slide.name === name) + step, 0), slides.length - 1)];
