import { bindShortWords } from '@laurel/contracts/typography';
import type { InstagramOutcome } from './port.ts';

type Reply = (siteUrl: string) => string;

/** A reply with spaces that do not break after short words. */
const bound =
  (reply: Reply): Reply =>
  (siteUrl) =>
    bindShortWords(reply(siteUrl));

/** The sender's language is unknown, so every reply is in both languages. A message has at most 1000 octets. */
export const REPLIES: Readonly<Record<InstagramOutcome, Reply>> = {
  VERIFIED: bound(
    (siteUrl) =>
      `Thank you, your Instagram is verified. Go back to the site to vote. If your phone number is not confirmed yet, the site asks for it first: ${siteUrl}\n\nДякуємо, ваш Instagram підтверджено. Поверніться на сайт, щоб голосувати. Якщо номер телефону ще не підтверджено, сайт спершу попросить це зробити.`,
  ),
  RETRY: bound(
    () =>
      'The code is right, but you do not follow us yet. Follow our page and send the code again.\n\nКод правильний, але ви ще не підписані на нашу сторінку. Підпишіться й надішліть код ще раз.',
  ),
  TAG_USED: bound(
    () =>
      'This Instagram account, or its username, has already verified another voter. If you think this is a mistake, write to the organisers.\n\nЦим акаунтом Instagram або його ім’ям користувача вже підтверджено іншого учасника голосування. Якщо вважаєте, що це помилка, напишіть організаторам.',
  ),
  WRONG_CODE: bound(
    (siteUrl) =>
      `This is not the code we are waiting for. Send the six characters that the site shows you: ${siteUrl}\n\nМи чекаємо на інший код. Надішліть шість символів, які показує вам сайт.`,
  ),
  UNKNOWN: bound(
    (siteUrl) =>
      `No verification is waiting for this account. If the site shows Instagram as verified, you are done. If not, enter your Instagram username on the site again, and send us the new code: ${siteUrl}\n\nМи не чекаємо на код із цього акаунта. Якщо сайт показує, що Instagram підтверджено, усе готово. Якщо ні, ще раз введіть на сайті своє ім’я користувача в Instagram і надішліть нам новий код.`,
  ),
};

/** Whether a message is only a code: six letters and digits, in capitals or with at least one digit. */
const isCode = (text: string): boolean => /^[A-Z0-9]{6}$/.test(text) || /^(?=.*\d)[a-z0-9]{6}$/i.test(text);

/** The reply to a message; undefined for messages about other things. */
export const replyTo = (outcome: InstagramOutcome, text: string, siteUrl: string): string | undefined =>
  outcome === 'UNKNOWN' && !isCode(text.trim()) ? undefined : REPLIES[outcome](siteUrl);
