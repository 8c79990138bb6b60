import { VOTER_MAIL_NAMES } from '@laurel/contracts/console/voter-mails';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { describe, expect, it } from 'vitest';
import type { MailMessage } from '../jobs/port.ts';
import type { Brand } from './brand.ts';
import { renderMail } from './mail.ts';
import { sampleMail } from './sample-mail.ts';

const brand: Brand = {
  name: { en: 'Meridian & Awards', uk: 'Меридіан' },
  supportEmail: 'help@awards.example',
  siteUrl: 'https://awards.example',
};
const OBJECT_URL = 'https://awards.example/decisions/objection?token=q0Vb3v1x';
const decision = { decision: 7, decisionsUrl: 'https://awards.example/decisions' };
const MAILS: { [Kind in MailMessage['kind']]: Extract<MailMessage, { kind: Kind }> } = {
  email_code: { kind: 'email_code', name: 'Ada', code: '482913' },
  password_code: { kind: 'password_code', name: 'Ada', code: '482913' },
  social_approved: { kind: 'social_approved', name: 'Ada', tag: 'ada.l', phoneVerified: true },
  social_rejected: { kind: 'social_rejected', name: 'Ada', tag: 'ada.l', offersTelegram: true },
  test: { kind: 'test', name: 'Ada' },
  invitation: { kind: 'invitation', name: 'Ada', by: '7', link: 'https://console.awards.example/invitation#q0Vb3v1x' },
  kit: { kind: 'kit', name: 'Ada', link: 'https://awards.example/kit/q0Vb3v1xq0Vb3v1xq0Vb3v' },
  cluster_alarm: {
    ...{ kind: 'cluster_alarm', name: 'Ada', likely: true, votes: 41, groups: 2, why: '38 / 41.' },
    link: 'https://console.awards.example/suspicious',
  },
  hook_off: { kind: 'hook_off', name: '', host: 'hooks.example.org', since: '2026-11-29T23:30:00.000Z' },
  account_unlocked: { kind: 'account_unlocked', name: 'Ada' },
  two_factor_reset: { kind: 'two_factor_reset', name: 'Ada' },
  account_unused: {
    kind: 'account_unused',
    name: 'Ada',
    usedAt: '2024-11-29T23:30:00.000Z',
    erasedAfter: '2026-12-30T03:47:00.000Z',
  },
  factor_changed: { kind: 'factor_changed', name: 'Ada', change: 'removed' },
  address_changed: { kind: 'address_changed', name: 'Ada', isNew: true },
  reminder: {
    kind: 'reminder',
    ...{ name: 'Ada', step: 'phone', last: true, resumeUrl: OBJECT_URL, stopUrl: OBJECT_URL },
  },
  winners_announced: { kind: 'winners_announced', name: 'Ada', stopUrl: OBJECT_URL },
  exclusion_applied: {
    kind: 'exclusion_applied',
    name: 'Ada',
    ...decision,
    reason: '2026 (7).',
    objectUrl: OBJECT_URL,
  },
  exclusion_undone: { kind: 'exclusion_undone', name: 'Ada', ...decision, stillHeld: false },
  objection_answered: { kind: 'objection_answered', name: 'Ada', ...decision, answer: '2026.\n\n7.' },
};
const everyMail = LANGUAGES.flatMap((language) => Object.values(MAILS).map((message) => [language, message] as const));

/** The visible text of the HTML. */
const visible = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<div style="display:none.*?<\/div>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#8199;|&#847;|&nbsp;/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

describe('mails', () => {
  it.each(everyMail)('I18-03 are in the language of the recipient: %s, %o', (language, message) => {
    const { subject, text, html } = renderMail(message, language, brand);
    const cyrillic = (part: string): number => (part.match(/[а-яєіїґ]/gi) ?? []).length / part.length;
    const own = (part: string): string =>
      part.replaceAll(/Instagram|Telegram|Meridian & Awards|Меридіан|https?:\S+|\S+@\S+|@\S+/g, '');
    for (const part of [subject, text, visible(html)]) {
      if (language === 'uk') expect(cyrillic(own(part))).toBeGreaterThan(0.5);
      else expect(cyrillic(own(part))).toBe(0);
    }
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('name the award’s sponsors at the foot, and only if there are some', () => {
    const { text, html } = renderMail(MAILS.test, 'uk', { ...brand, sponsors: ['Kite & Rook', 'Quiet Harbor'] });
    for (const part of [text, visible(html)]) expect(part).toContain('Партнери премії: Kite & Rook, Quiet Harbor');
    expect(renderMail(MAILS.test, 'uk', brand).text).not.toContain('Партнери');
  });

  it.each(everyMail)('have the same content as text and as HTML: %s, %o', (language, message) => {
    const { text, html } = renderMail(message, language, brand);
    const seen = visible(html);
    const paragraphs = text.split('-- \n')[0]?.trim().split(/\n\n/) ?? [];
    expect(paragraphs.length).toBeGreaterThan(3);
    for (const paragraph of paragraphs)
      expect(seen).toContain(
        paragraph
          .replace(/: https.*$/, '')
          .replace(/\s+/g, ' ')
          .trim(),
      );
    for (const part of [text, seen]) expect(part).toContain('help@awards.example');
    expect(text).not.toMatch(/!|undefined|\[object/);
  });

  it.each(everyMail)('contain the laurel mark: %s, %o', (language, message) => {
    const { html, text, pictures } = renderMail(message, language, brand);
    const [mark] = pictures;
    expect([...html.matchAll(/<img[^>]* src="([^"]*)"[^>]* alt="([^"]*)"/g)].map(([, src, alt]) => [src, alt])).toEqual(
      [[`cid:${mark.cid}`, '']],
    );
    // A PNG of 144 × 144 pixels that no mail program clips for its size.
    expect(mark.content.subarray(1, 4).toString()).toBe('PNG');
    expect([mark.content.readUInt32BE(16), mark.content.readUInt32BE(20)]).toEqual([144, 144]);
    expect(mark.content.length).toBeLessThan(8_000);
    expect(text).not.toContain('cid:');
  });

  it('show a code large, selectable as one word, and on a separate line', () => {
    for (const language of LANGUAGES) {
      const { text, html, subject } = renderMail(MAILS.email_code, language, brand);
      expect(text.split('\n').filter((line) => line.trim() === '482913')).toHaveLength(1);
      expect(html.match(/482913/g)).toHaveLength(1);
      expect(html).toMatch(/font:700 40px[^"]*user-select:all">482913</);
      expect(subject).not.toContain('482913');
    }
  });

  it('SO-03 say whether an Instagram account was approved, and what to do if not', () => {
    const say = (message: MailMessage, language: Language) => renderMail(message, language, brand);
    expect(say(MAILS.social_approved, 'en')).toMatchObject({ subject: 'Your Instagram account is verified' });
    expect(say(MAILS.social_approved, 'en').text).toContain('@ada.l');
    expect(say(MAILS.social_approved, 'uk').subject).toBe('Ваш Instagram підтверджено');
    expect(say(MAILS.social_approved, 'en').text).toContain(
      'Nothing more is needed: you can vote in every category while voting is open.',
    );
    expect(say(MAILS.social_approved, 'uk').text).toContain(
      'Більше нічого не потрібно: поки триває голосування, можете голосувати в\u00a0кожній категорії.',
    );
    const phoneMissing = { ...MAILS.social_approved, phoneVerified: false };
    expect(say(phoneMissing, 'en').text).toContain('Once your phone number is confirmed too');
    expect(say(phoneMissing, 'uk').text).toContain('Щойно підтвердите ще й\u00a0номер телефону');
    expect(say(MAILS.social_rejected, 'en').subject).toBe('Your Instagram account was not verified');
    expect(say(MAILS.social_rejected, 'en').text).toMatch(/check three things[\s\S]*connect Telegram instead/);
    expect(say(MAILS.social_rejected, 'uk').text).toMatch(/Перевірте[\s\S]*під’єднайте Telegram/);
    const withoutTelegram = { ...MAILS.social_rejected, offersTelegram: false };
    expect(say(withoutTelegram, 'en').text).toMatch(/check three things[\s\S]*submit the username again\.\n/);
    expect(say(withoutTelegram, 'uk').text).toMatch(/Перевірте[\s\S]*ім’я користувача ще раз\.\n/);
    for (const language of LANGUAGES) {
      const { text, html } = say(withoutTelegram, language);
      expect(text + html).not.toContain('Telegram');
    }
  });

  it('say why votes are not counted, where to object, and that they count again', () => {
    const say = (message: MailMessage, language: Language) => renderMail(message, language, brand).text;
    const applied = { ...MAILS.exclusion_applied, reason: 'One person cast them.\nAll in one hour.' };
    for (const language of LANGUAGES) {
      expect(say(applied, language)).toContain('\n\nOne person cast them.\n\nAll in one hour.\n\n');
      expect(renderMail(applied, language, brand).html).toMatch(
        />One person cast them\.<\/p>\s*<p[^>]*>All in one hour\.</,
      );
    }
    expect(say(applied, 'en')).toContain(`Object to the decision: ${OBJECT_URL}`);
    expect(say(applied, 'uk')).toContain(`Подати заперечення: ${OBJECT_URL}`);
    expect(say(applied, 'uk')).toContain('Усі рішення: https://awards.example/decisions');
    const held = { ...MAILS.exclusion_undone, stillHeld: true };
    expect(say(MAILS.exclusion_undone, 'en')).toContain('are counted again');
    expect(say(held, 'en')).toContain('Another decision still leaves votes of yours out of the count.');
    expect(say(held, 'en')).not.toContain('counted again');
    expect(say(held, 'uk')).toMatch(/Серед голосів, не\sврахованих через інше рішення, досі є\sваші\./);
    // Some votes of a person or all of them: neither language says which.
    const { subject, text, html } = renderMail(applied, 'uk', brand);
    for (const given of [subject, text, html]) {
      expect(given).toMatch(/серед неврахованих голосів є\sваші/i);
      expect(given).not.toMatch(/ваші голоси не\sвраховано/i);
    }
    expect(renderMail(applied, 'en', brand).subject).toContain('votes of yours are not counted');
    const answered = { ...MAILS.objection_answered, answer: 'We looked.\nIt <b>was</b> you.' };
    expect(say(answered, 'uk')).toContain('\n\nWe looked.\n\nIt <b>was</b> you.\n\n');
    expect(renderMail(answered, 'en', brand).html).toContain('It &lt;b&gt;was&lt;/b&gt; you.');
  });

  it('say since when an account is unused, until when a login keeps it, and what is erased otherwise', () => {
    const [en, uk] = [renderMail(MAILS.account_unused, 'en', brand), renderMail(MAILS.account_unused, 'uk', brand)];
    expect(en.text).toContain('since 29 November 2024.');
    expect(en.text).toContain('we erase the account after 30 December 2026.');
    expect(en.text).toContain('Log in to keep it: https://awards.example');
    expect(uk.text.replaceAll('\u00a0', ' ')).toContain('Від 29 листопада 2024 р. у ваш акаунт ніхто не входив.');
    expect(uk.text.replaceAll('\u00a0', ' ')).toContain('після 30 грудня 2026 р. видалимо цей акаунт.');
    expect(uk.text.replaceAll('\u00a0', ' ')).toContain('Увійти й зберегти акаунт: https://awards.example');
  });

  it('escape texts of users and organisers', () => {
    const tag = `<img src=x onerror="alert(1)"> & 'co'`;
    const { html } = renderMail({ ...MAILS.social_rejected, name: "D'Arcy", tag }, 'en', brand);
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('Hello D&#39;Arcy,');
    expect(html).toContain('@&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;co&#39;');
    expect(html).toContain('Meridian &amp; Awards');
  });

  // Which names are greeted is tested in greeting-name.test.ts.
  it('greet by an ordinary name, and without one that could be an advertisement', () => {
    const mailTo = (name: string) => renderMail({ ...MAILS.email_code, name }, 'en', brand);
    expect(mailTo('O’Neil').text).toContain('Hello O’Neil,');
    const name = 'Win money at evil.example now';
    const { text, html } = mailTo(name);
    expect(text).toContain('\nHello,\n');
    for (const part of [text, html]) expect(part).not.toContain(name);
  });

  it('greet in Ukrainian without the name, which would have to be in the vocative case', () => {
    const { text } = renderMail({ ...MAILS.email_code, name: 'Олена Пчілка' }, 'uk', brand);
    expect(text).toContain('\nВітаємо.\n');
    expect(text).not.toContain('Олена');
  });

  it('keep a Ukrainian word of one letter on the line of the next word', () => {
    for (const message of Object.values(MAILS)) {
      const { subject, text, html } = renderMail(message, 'uk', brand);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/(?<![\p{L}\p{N}’'-])[а-яіїєґ] /iu);
    }
    expect(renderMail(MAILS.password_code, 'uk', brand).text).toContain('з\u00a0акаунта');
  });

  it('remove reordering characters from a name', () => {
    const { text } = renderMail({ ...MAILS.email_code, name: 'Ada\u202e ecalevoL' }, 'en', brand);
    expect(text).toContain('Hello Ada ecalevoL,');
  });

  it('load no images from other hosts, and no scripts, stylesheets or fonts', () => {
    for (const [language, message] of everyMail) {
      const { html } = renderMail(message, language, brand);
      expect(html).not.toMatch(/<(script|link|svg|iframe|object|form)\b|url\(|@import|\son\w+=/i);
      expect([...html.matchAll(/<img[^>]* src="(\w+:)/g)].map(([, scheme]) => scheme)).toEqual(['cid:']);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
      const own = /exclusion_applied|reminder/.test(message.kind)
        ? [OBJECT_URL]
        : 'link' in message
          ? [message.link]
          : [];
      expect(new Set(links)).toEqual(new Set(['mailto:help@awards.example', 'https://awards.example', ...own]));
    }
  });

  it('are smaller than the limit at which mail programs cut them', () => {
    for (const [language, message] of everyMail) {
      expect(Buffer.byteLength(renderMail(message, language, brand).html)).toBeLessThan(20_000);
    }
  });
});

describe('mails with words of the organisers', () => {
  const words = {
    subject: { en: 'Own <b>subject</b> & more', uk: 'Своя тема' },
    opening: { en: 'CPA < $5.\nA second line.', uk: 'Перший рядок.\nДругий.' },
  };

  it.each(VOTER_MAIL_NAMES)('begin with them, and keep their code, their link and every other word: %s', (mail) => {
    for (const language of LANGUAGES) {
      const message = sampleMail(mail, language, brand.siteUrl);
      const usual = renderMail(message, language, brand);
      const own = renderMail(message, language, { ...brand, mails: { [mail]: words } });
      expect(own.subject).toBe(words.subject[language]);
      const paragraphs = words.opening[language].split('\n');
      const [heading, greeting, ...rest] = usual.text.split('\n\n');
      expect(own.text).toBe([heading, greeting, ...paragraphs, ...rest].join('\n\n'));
      expect(own.html).toContain(language === 'en' ? '>CPA &lt; $5.<' : '>Перший рядок.<');
      expect(own.html).not.toContain('<b>subject');
      const links = (html: string) => [...html.matchAll(/href="[^"]*"/g)].map(String);
      expect(links(own.html)).toEqual(links(usual.html));
    }
  });

  it('leave other mails alone, and where a text is empty', () => {
    const others = { ...brand, mails: { passwordCode: words, emailCode: { subject: { en: '', uk: '' } } } };
    expect(renderMail(MAILS.email_code, 'en', others)).toEqual(renderMail(MAILS.email_code, 'en', brand));
    expect(renderMail(MAILS.invitation, 'en', others)).toEqual(renderMail(MAILS.invitation, 'en', brand));
  });

  it('never say that votes count again while another decision holds them', () => {
    const held = { ...MAILS.exclusion_undone, stillHeld: true };
    const own = { ...brand, mails: { exclusionUndone: words } };
    expect(renderMail(held, 'en', own)).toEqual(renderMail(held, 'en', brand));
  });
});
