/** The two faces of the site: large and tight, and for reading. */
export type Face = 'display' | 'text';

/** Text as shapes: a drawing that needs no font, and holds no text that could be markup. */
export type Lettering = {
  /** How wide a line is, in the units of `size`. */
  width(text: string, face: Face, size: number): number;
  /** The line as SVG paths, from the left end of its baseline. */
  draw(text: string, face: Face, x: number, y: number, size: number): string;
};

/** What draws the pictures of shared links. */
export type CardDrawing = {
  lettering: Lettering;
  /** An SVG as PNG. */
  toPng(svg: string): Promise<Buffer>;
};
