/** The two faces of the site: for headings, and for text. */
export type Face = 'display' | 'text';

/** Draws text as shapes: the result needs no font and holds no text that could be markup. */
export type Lettering = {
  /** Loads the fonts that a text needs. Call it before the others. */
  load(text: string): Promise<void>;
  /** Whether each character of a text has a font. */
  covers(text: string, face: Face): boolean;
  /** The width of a line, in the units of `size`. */
  width(text: string, face: Face, size: number): number;
  /** The line as SVG paths, from the left end of its baseline. */
  draw(text: string, face: Face, x: number, y: number, size: number): string;
};

/** Draws the images of shared links. */
export type CardDrawing = {
  lettering: Lettering;
  /** Converts an SVG to PNG. */
  toPng(svg: string): Promise<Buffer>;
};
