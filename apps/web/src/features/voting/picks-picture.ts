import { type Choice, placeName } from './flow.ts';

/** The size of the picture: that of a post on a phone. */
const [WIDTH, HEIGHT] = [1080, 1350];
const MARGIN = 84;
/** The upper and lower edge of the list, and its limits. */
const [LIST_TOP, LIST_BOTTOM] = [330, 1150];
const MAX_ROW_HEIGHT = 104;
const MAX_IN_ONE_COLUMN = 7;
const MAX_PICKS = 24;
/** The dark body at the bottom: how far it rises, and its radius. */
const [RISE, RADIUS] = [150, 1500];

type Picture = {
  readonly title: string;
  /** The name and the year of the award. */
  readonly awards: string;
  /** Where to vote. */
  readonly address: string;
  readonly picks: readonly Choice[];
  /** The text for the number of picks that do not fit in. */
  more(count: number): string;
};

const loadImage = (url: string): Promise<HTMLImageElement | undefined> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(undefined);
    image.src = url;
  });

const drawBackground = (ctx: CanvasRenderingContext2D): void => {
  ctx.fillStyle = '#08070c';
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  const centre = { x: WIDTH / 2, y: HEIGHT - RISE + RADIUS };
  const light = ctx.createRadialGradient(centre.x, centre.y, RADIUS, centre.x, centre.y, RADIUS + 620);
  light.addColorStop(0, '#fff3d2');
  light.addColorStop(0.008, 'rgb(255 222 150 / 0.62)');
  light.addColorStop(0.05, 'rgb(243 196 105 / 0.3)');
  light.addColorStop(0.16, 'rgb(123 92 255 / 0.3)');
  light.addColorStop(0.55, 'rgb(123 92 255 / 0.12)');
  light.addColorStop(1, 'rgb(123 92 255 / 0)');
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  ctx.beginPath();
  ctx.arc(centre.x, centre.y, RADIUS, 0, 2 * Math.PI);
  ctx.fillStyle = '#0b0912';
  ctx.fill();
};

/** Cuts a text to a width. */
const shorten = (ctx: CanvasRenderingContext2D, text: string, width: number): string => {
  if (ctx.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 0 && ctx.measureText(`${text.slice(0, end).trimEnd()}…`).width > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
};

const write = (
  ctx: CanvasRenderingContext2D,
  text: string,
  at: { x: number; y: number; width: number; font: string; colour: string | CanvasGradient },
): void => {
  ctx.font = at.font;
  ctx.fillStyle = at.colour;
  ctx.fillText(shorten(ctx, text, at.width), at.x, at.y);
};

const DISPLAY = 'Unbounded, system-ui, sans-serif';
const TEXT = '"Manrope Variable", system-ui, sans-serif';

const drawHead = (ctx: CanvasRenderingContext2D, { title, awards, address }: Picture): void => {
  const gold = ctx.createLinearGradient(0, 150, 0, 260);
  gold.addColorStop(0, '#fff4d6');
  gold.addColorStop(0.6, '#f3cf7a');
  gold.addColorStop(1, '#c9973a');
  const width = WIDTH - 2 * MARGIN;
  write(ctx, awards, { x: MARGIN, y: 130, width, font: `600 34px ${DISPLAY}`, colour: '#f6f2e9' });
  write(ctx, title, { x: MARGIN, y: 244, width, font: `600 88px ${DISPLAY}`, colour: gold });
  write(ctx, address, { x: MARGIN, y: HEIGHT - 48, width, font: `600 30px ${TEXT}`, colour: '#d0c9dc' });
};

const drawPick = (
  ctx: CanvasRenderingContext2D,
  pick: Choice,
  logo: HTMLImageElement | undefined,
  box: { x: number; y: number; width: number; height: number },
): void => {
  const size = Math.min(64, box.height - 14);
  const top = box.y + (box.height - size) / 2;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(box.x, top, size, size, size * 0.27);
  ctx.clip();
  ctx.fillStyle = '#1c1829';
  ctx.fillRect(box.x, top, size, size);
  if (logo) ctx.drawImage(logo, box.x, top, size, size);
  ctx.restore();
  const x = box.x + size + 20;
  const width = box.width - size - 20;
  const middle = box.y + box.height / 2;
  write(ctx, placeName(pick), { x, y: middle - 9, width, font: `500 20px ${TEXT}`, colour: '#aaa3b8' });
  write(ctx, pick.nominee, { x, y: middle + 22, width, font: `700 27px ${TEXT}`, colour: '#f6f2e9' });
};

/**
 * Draws the user's choices as a picture, in the browser: the server learns nothing of it.
 * @throws Error if the browser can't draw
 */
export const drawPicks = async (picture: Picture): Promise<File> => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('the browser has no canvas');
  const shown = picture.picks.slice(0, MAX_PICKS);
  const letters = [picture.title, picture.awards, ...shown.map((pick) => placeName(pick) + pick.nominee)].join('');
  const [logos] = await Promise.all([
    Promise.all(shown.map(({ logo }) => loadImage(logo))),
    document.fonts.load(`600 88px ${DISPLAY}`, letters),
    document.fonts.load(`700 27px ${TEXT}`, letters),
  ]);
  drawBackground(ctx);
  drawHead(ctx, picture);
  const columns = shown.length > MAX_IN_ONE_COLUMN ? 2 : 1;
  const rows = Math.ceil(shown.length / columns);
  const height = Math.min(MAX_ROW_HEIGHT, (LIST_BOTTOM - LIST_TOP) / rows);
  const gap = 40;
  const width = (WIDTH - 2 * MARGIN - gap * (columns - 1)) / columns;
  for (const [place, pick] of shown.entries()) {
    const x = MARGIN + Math.floor(place / rows) * (width + gap);
    drawPick(ctx, pick, logos[place], { x, y: LIST_TOP + (place % rows) * height, width, height });
  }
  const rest = picture.picks.length - shown.length;
  if (rest > 0) {
    const font = `600 24px ${TEXT}`;
    write(ctx, picture.more(rest), { x: MARGIN, y: LIST_BOTTOM + 34, width, font, colour: '#d0c9dc' });
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser could not make a picture');
  return new File([blob], 'my-picks.png', { type: 'image/png' });
};
