/**
 * Country calling codes that registration rejects by default. Spec §5 requires "about 73", much of Asia, Africa and the
 * Middle East; the choice is ours. An edition may have its own list. A code has at least two digits, because the rule below
 * drops the first one.
 */
export const DEFAULT_BLOCKED_REGIONS: readonly string[] = `
  20 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 231 232 233 234 235 236 237 238 239 240 241 242
  243 244 245 249 250 251 252 253 254 255 256 257 258 260 261 263 264 265 266 267 268 269 291 84 855 856 880 91 92
  93 94 95 98 961 962 963 964 967 970 975 977 992 993 996 998
`
  .trim()
  .split(/\s+/);

/**
 * Whether a number belongs to a blocked operator region: its digits start with a listed code, or with 7 and the rest of a
 * listed code (spec §5).
 */
export const isBlockedRegion = (digits: string, blockedRegions: readonly string[]): boolean =>
  blockedRegions.some((code) => digits.startsWith(code) || digits.startsWith(`7${code.slice(1)}`));
