/**
 * A class for a regular expression: characters that nobody sees and no script needs, and marks that change the direction
 * of text. Two names that look the same can differ by them. Not those that join or vary emoji and letters.
 */
export const HIDDEN = String.raw`\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb`;

const EMPTY = new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\p{White_Space}${HIDDEN}]`, 'gu');

/** Whether a text shows something. */
export const isVisible = (text: string): boolean => text.replace(EMPTY, '') !== '';
