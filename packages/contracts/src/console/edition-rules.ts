/**
 * The rules of the files of an edition. Each text continues the name of the field that breaks the rule; `{{}}` stands
 * for a value. The command line shows these texts; the console has its own text for each rule.
 */
export const EDITION_RULES = {
  required: 'is required',
  text: 'must be text; put a number or a word like true in quotes',
  group: 'must be a group of keys',
  list: 'must be a list',
  number: 'must be a whole number',
  numberFrom: 'must be a whole number from {{min}} to {{max}}',
  oneOf: 'must be one of {{values}}',
  unknownKey: 'is not a key of an edition: check its spelling, and quote a text that has commas inside { }',
  /** Any problem without a rule of its own. */
  other: '{{detail}}',
  empty: 'must not be empty',
  oneLine: 'must be one line',
  long: 'must have at most {{max}} characters',
  control: 'must not contain tabs, control or invisible characters',
  halfCharacter: 'must not contain half a character, like "\\ud83c" without what follows it',
  link: 'must be a full link that starts with https:// or http://',
  httpsLink: 'must be a full link that starts with https://',
  email: 'must be an email address',
  colour: 'must be a colour: # and six digits from 0 to f, like #f3cf7a',
  contrast:
    'has a contrast of {{contrast}} to 1 with the dark page and with the dark text of its buttons, and {{needed}} to 1 is needed: choose a lighter colour',
  time: 'must be a date and time with its offset, like 2025-11-01T10:00:00+02:00',
  order: 'times must be in order: votingOpensAt before votingClosesAt before winnersAnnouncedAt',
  nominating: 'times of nominating must both be set, in order, and no later than votingOpensAt',
  staged: 'with the stage needs visibility: hidden, because the page would show who leads',
  embargo: 'embargo needs visibility: hidden, because the page would show what is hidden from the staff',
  host: 'must be a host name, like awards.example',
  verifierKey: 'must be a verifier key: name+id+base64',
  witnessKey: 'must be the verifier key of a witness, without a typing error: copy it again',
  many: 'must have at most {{max}} items',
  manyWitnesses: 'must have at most {{max}} witnesses',
  witnessTwice: 'must not list a witness twice',
  quorum: 'must not be more than there are witnesses',
  ageKey: 'must be an age public key (age1…)',
  auditorKey: 'must be an age public key, without a typing error: copy it again',
  manyAuditors: 'must have at most {{max}} auditors',
  analytics: 'must be a measurement id like G-ABC123 or a domain like awards.example',
  callingCode: 'must be a calling code in quotes: two to seven digits, no plus',
  codeTwice: 'must not list a code twice',
  tag: 'must be small letters, digits and single hyphens, like best-partner',
  fileName: 'must be the file’s name without .yaml, which is {{name}}',
  unique: 'must be unique: {{word}} "{{value}}" is already at {{place}}',
  same: 'must be the same for every nominee with the tag "{{tag}}": compare {{place}}',
  pictureOrVideo: 'must be left out where there is a picture: a nominee has one of them',
  imageName: 'must be the name of a file in {{folder}}/, ending in .svg, .png, .webp, .avif or .jpg',
  noNomination: 'has no file nominations/{{file}}: write that first, with its title and categories',
  noFile: 'has no file {{file}}',
  noCategory: 'is not a category of nominations/{{file}}: correct it, or add the category there first',
  noText: 'has no text left once scripts and unknown tags are taken out',
  markup: 'loses {{removed}}. Before: {{before}} After: {{after}}',
  leftOut: 'was left out, because the edition does not use it',
  sameName: 'is also the name of the nominee "{{tag}}" at {{place}}: voters can’t tell them apart',
  noFont: 'has a character that no font of the pictures of shared links has: they show the logo without the name',
  oneCategory: 'must have at least one category',
  oneCompany: 'must have at least one company',
  oneNomination: 'must hold at least one nomination',
  yamlOnly: 'must end in .yaml: only nominations belong here',
  missing: 'is missing or can’t be read',
  columnMissing: 'is missing: the columns are {{required}}, and if you like {{others}}',
  noColumn: 'is no column of a table of nominees: the columns are {{required}}, and if you like {{others}}',
  twice: 'is there twice',
  emptyTable: 'is empty: the first line names the columns, {{columns}}',
  manyRows: 'must not have more than {{max}} rows, blank ones included: split it, or delete blank rows',
  manyColumns: 'must not have more than {{max}} columns',
  nomineeAgain: 'is the nominee of line {{line}} again: keep one of them',
  noHeader: 'names no columns: the first line must be {{columns}}, separated by commas, semicolons or tabs',
  shortRow: 'ends after {{cells}} cells, without {{columns}}',
  more: 'is where {{count}} more problems begin, which are not listed',
  cells: 'has {{cells}} cells, the header has {{columns}}: put a text that holds the separator in quotes',
  openQuote: 'begins a quoted text that never ends: close it with ", and write " inside of it as ""',
  innerQuote: 'has a " inside of a text: put the whole text in quotes, and write " inside of it as ""',
  afterQuote: 'has something after a closing ": write " inside of a text as ""',
  csv: 'is not CSV: {{detail}}',
  utf8: 'must be saved as UTF-8',
  tableUtf8: 'must be saved as UTF-8 (in Excel: "CSV UTF-8")',
  yaml: 'is not valid YAML: {{detail}}',
  manyAnchors: 'must not have more than {{max}} anchors (&), aliases (*) and tags',
  largeTogether: 'must not be larger than {{size}} together',
  large: 'must not be larger than {{size}}',
  kind: 'is not an image of the kind its name says ({{type}})',
  element: 'must not contain {{element}}',
  handler: 'must not have event handlers ({{attribute}})',
  outside: 'must not refer to anything outside the file ({{attribute}})',
  doctype: 'must not have a document type, entities, CDATA or processing instructions',
  svg: 'must start with <svg xmlns="{{namespace}}">',
  viewBox: 'must have a viewBox with a width and a height, so that it scales',
  xml: 'is not well-formed XML, so no browser draws it: {{detail}}',
  ampersand: 'has a bare &, so no browser draws it: write &amp;',
  deep: 'must not be nested deeper than {{max}} levels',
  cycle: 'must not have references that lead back to themselves, or deeper than {{max}}',
  shapes:
    'must not draw more than {{max}} shapes, those of <use>, patterns, markers, masks and filters counted each time',
  broken: 'is damaged or cut off: export it again',
  pixels: 'must not have more than {{max}} million pixels, all frames together: export it smaller',
  tableKind:
    'is a file of another kind ({{kind}}): open it in its program, and save it as an Excel workbook (.xlsx) or as CSV',
  tableOld: 'is in the old format of Excel (.xls): open it in Excel, and save it as an Excel workbook (.xlsx)',
  tableLocked: 'is protected with a password: open it, remove the password, and save it again',
  tableMacros: 'has macros: save it as an Excel workbook without macros (.xlsx)',
  tableBroken: 'is damaged or cut off: open it in its program, and save it again',
  tableUnpacked: 'is larger than {{size}} unpacked: copy the nominees to a new workbook, and save that',
  tableEncoding: 'has letters in an unknown encoding: save it as an Excel workbook (.xlsx), or as CSV in UTF-8',
  noRows: 'has no nominees: put the names of the columns into the first row, and one nominee into each row below',
  manyFilled: 'must not have more than {{max}} rows with text: split it',
  formula:
    'has a formula in {{cell}} whose result is not saved: open the table in Excel and save it again, or type the text',
  cellError: 'shows the error {{error}} in {{cell}}: correct the formula, or type the text',
  unmapped: 'is in none of the columns: choose the column that holds it',
  fileLink: 'is a link, and nothing is fetched from the web: save the picture, and add it as a file',
  heic: 'is a HEIC photo, which most browsers don’t show: save it as JPEG',
  svgUnsafe: 'needs too many shapes or other files to be drawn: export it as PNG',
  pictureKind: 'is no picture that browsers show ({{kind}}): export it as PNG or SVG',
  emptyFile: 'is an empty file: save or download it again',
  manyPixels: 'must not have more than {{max}} million pixels: export it smaller',
  firstFrame: 'is animated: only its first frame is shown',
  blurred: 'has only {{width}} × {{height}} pixels and may look blurred: add a larger one if there is one',
  redrawn: 'has more than plain shapes, so it was turned into a picture of pixels: compare it with the original',
} as const;

export type EditionRule = keyof typeof EDITION_RULES;

/** The values of a broken rule by their names. */
export type RuleParams = Readonly<Record<string, string | number>>;

type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The names of the values in the text of a rule. */
export type ParamOf<R extends EditionRule> = NamesIn<(typeof EDITION_RULES)[R]>;

/** Whether a name is that of a rule. A draft that another release stored may have none, or one that this release lacks. */
export const isEditionRule = (name: unknown): name is EditionRule =>
  typeof name === 'string' && Object.hasOwn(EDITION_RULES, name);

/** The text of a broken rule with its values. */
export const ruleText = (rule: EditionRule, params: RuleParams): string =>
  EDITION_RULES[rule].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
