/** The countries of a calling code, and how its mobile numbers are written. */
export type CallingCode = {
  readonly code: string;
  /** The lengths of the groups of digits after the code. */
  readonly groups: readonly number[];
  /** ISO 3166-1 codes, the country with most numbers first. */
  readonly countries: readonly [string, ...string[]];
};

/**
 * Every calling code with its groups and countries, from libphonenumber, whose metadata is too large for the page. A test
 * of the API compares both. Ukraine, Kazakhstan and Russia have the groups that people write there.
 */
const TABLE = `
  1 334 US AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI, 7 3322 RU KZ, 20 28 EG,
  27 234 ZA, 30 334 GR, 31 18 NL, 32 3222 BE, 33 12222 FR, 34 3222 ES, 36 234 HU, 39 334 IT VA, 40 333 RO,
  41 2322 CH, 43 36 AT, 44 46 GB GG IM JE, 45 2222 DK, 46 2322 SE, 47 2222 NO SJ, 48 333 PL, 49 47 DE, 51 333 PE,
  52 334 MX, 53 17 CU, 54 1244 AR, 55 254 BR, 56 144 CL, 57 37 CO, 58 37 VE, 60 234 MY, 61 333 AU CC CX, 62 333 ID,
  63 334 PH, 64 234 NZ, 65 44 SG, 66 234 TH, 81 244 JP, 82 244 KR, 84 333 VN, 86 344 CN, 90 3322 TR, 91 55 IN,
  92 37 PK, 93 234 AF, 94 234 LK, 95 134 MM, 98 334 IR, 211 333 SS, 212 12222 MA EH, 213 3222 DZ, 216 233 TN,
  218 27 LY, 220 34 GM, 221 2322 SN, 222 2222 MR, 223 2222 ML, 224 3222 GN, 225 2224 CI, 226 2222 BF, 227 2222 NE,
  228 2222 TG, 229 22222 BJ, 230 44 MU, 231 234 LR, 232 26 SL, 233 234 GH, 234 334 NG, 235 2222 TD, 236 2222 CF,
  237 12222 CM, 238 322 CV, 239 34 ST, 240 333 GQ, 241 2222 GA, 242 234 CG, 243 333 CD, 244 333 AO, 245 333 GW,
  246 34 IO, 247 5 AC, 248 133 SC, 249 234 SD, 250 333 RW, 251 234 ET, 252 17 SO, 253 2222 DJ, 254 36 KE,
  255 333 TZ, 256 36 UG, 257 2222 BI, 258 234 MZ, 260 27 ZM, 261 2232 MG, 262 3222 RE YT, 263 234 ZW, 264 234 NA,
  265 3222 MW, 266 44 LS, 267 233 BW, 268 44 SZ, 269 322 KM, 290 5 SH TA, 291 133 ER, 297 34 AW, 298 222 FO,
  299 222 GL, 350 8 GI, 351 333 PT, 352 333 LU, 353 234 IE, 354 34 IS, 355 234 AL, 356 44 MT, 357 26 CY,
  358 27 FI AX, 359 233 BG, 370 35 LT, 371 233 LV, 372 44 EE, 373 323 MD, 374 26 AM, 375 2322 BY, 376 33 AD,
  377 12222 MC, 378 2222 SM, 380 2322 UA, 381 27 RS, 382 233 ME, 383 233 XK, 385 234 HR, 386 233 SI, 387 233 BA,
  389 233 MK, 420 333 CZ, 421 333 SK, 423 333 LI, 500 5 FK, 501 34 BZ, 502 44 GT, 503 44 SV, 504 44 HN, 505 44 NI,
  506 44 CR, 507 44 PA, 508 222 PM, 509 224 HT, 590 3222 GP BL MF, 591 8 BO, 592 34 GY, 593 234 EC, 594 3222 GF,
  595 36 PY, 596 3222 MQ, 597 34 SR, 598 233 UY, 599 134 CW BQ, 670 44 TL, 672 15 NF, 673 34 BN, 674 34 NR,
  675 44 PG, 676 34 TO, 677 25 SB, 678 34 VU, 679 34 FJ, 680 34 PW, 681 222 WF, 682 23 CK, 683 34 NU, 685 25 WS,
  686 8 KI, 687 222 NC, 688 24 TV, 689 2222 PF, 690 4 TK, 691 34 FM, 692 34 MH, 850 334 KP, 852 44 HK, 853 44 MO,
  855 233 KH, 856 2233 LA, 880 46 BD, 886 333 TW, 960 34 MV, 961 233 LB, 962 144 JO, 963 333 SY, 964 334 IQ,
  965 35 KW, 966 234 SA, 967 333 YE, 968 44 OM, 970 333 PS, 971 234 AE, 972 234 IL, 973 44 BH, 974 44 QA,
  975 2222 BT, 976 44 MN, 977 37 NP, 992 234 TJ, 993 26 TM, 994 2322 AZ, 995 3222 GE, 996 333 KG, 998 2322 UZ
`;

const parse = (row: string): CallingCode[] => {
  const [code, groups, first, ...others] = row.trim().split(' ');
  if (code === undefined || groups === undefined || first === undefined) return [];
  return [{ code, groups: Array.from(groups, Number), countries: [first, ...others] }];
};

export const CALLING_CODES: readonly CallingCode[] = TABLE.split(',').flatMap(parse);

const BY_CODE = new Map(CALLING_CODES.map((each) => [each.code, each]));

/** The calling code that digits begin with; no code is the beginning of another one. */
export const callingCodeIn = (digits: string): CallingCode | undefined =>
  BY_CODE.get(digits.slice(0, 1)) ?? BY_CODE.get(digits.slice(0, 2)) ?? BY_CODE.get(digits.slice(0, 3));

/** The country of a number without a calling code (ISO 3166-1): on the page until another one is chosen, and in searches. */
export const HOME_COUNTRY = 'UA';

/** The calling code of a country (ISO 3166-1). */
export const callingCodeOfCountry = (country: string): CallingCode | undefined =>
  CALLING_CODES.find(({ countries }) => countries.includes(country));

/**
 * The calling codes after which the page keeps a zero: it belongs to the number (Italy's landlines, Ivory Coast's mobiles),
 * or only the numbering plan can tell it from a carrier's code or a longer trunk prefix (Brazil, Hungary, Mexico).
 */
const KEEPS_ZERO = new Set(
  '36 39 52 54 55 57 225 226 227 229 241 242 247 250 267 268 298 378 47 501 506 507 591 598 62 676 679 687 692 81 82 86 853 974 992'.split(
    ' ',
  ),
);

/** Whether a zero after a calling code is a trunk prefix, which is no part of an international number. */
export const dropsTrunkZero = ({ code }: CallingCode): boolean => !KEEPS_ZERO.has(code);
