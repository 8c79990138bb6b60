// @vitest-environment happy-dom
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { done } from '../../testing/fake-api.ts';
import { MESSAGE, messageOf, messagesOf, SPENDING, TOTALS } from '../../testing/night.ts';

const { address, answers, open, sentTo } = startScreen('/messages', () => ({
  'GET /me': { body: meOf('support') },
  'GET /messages?limit=100': { body: messagesOf(messageOf()) },
  'GET /messages/totals?span=day': { body: TOTALS },
  'GET /messages/reminders': { body: { steps: [] } },
  'GET /messages/spending': { body: { ...SPENDING, totals: [] } },
}));

describe('Messages', () => {
  it('shows the state, the provider’s words and the masked recipient', async () => {
    await open();
    expect(
      await page.find('The person’s mail provider takes the mail only later. Laurel tries again by itself.'),
    ).toBeTruthy();
    expect(page.has('smtp: 451 try again later')).toBe(true);
    expect(page.has('3 tries')).toBe(true);
    expect(document.querySelector('td')?.parentElement?.textContent).toContain('failed, is tried again');
    expect(page.has('a***a@e***.org')).toBe(true);
  });

  it.each([
    ['en', ['Votes excluded', 'Votes count again', 'Answer to an objection', 'Notice']],
    ['uk', ['Голоси виключено', 'Голоси знову рахуються', 'Відповідь на заперечення', 'Сповіщення']],
  ] as const)('says what each message is for, also for a purpose of another release (%s)', async (language, texts) => {
    const purposes = ['exclusion_applied', 'exclusion_undone', 'objection_answered', 'newer'];
    const messages = purposes.map((purpose, place) =>
      messageOf({ id: MESSAGE.replace(/1$/, String(place)), purpose, retryable: false }),
    );
    answers['GET /messages?limit=100'] = { body: messagesOf(...messages) };
    await open({ language });
    for (const text of texts) expect(await page.find(text)).toBeTruthy();
  });

  it('shows no recipient to an auditor, and no way to send', async () => {
    answers['GET /me'] = { body: meOf('auditor') };
    answers['GET /messages?limit=100'] = { body: messagesOf(messageOf({ recipient: null, accountId: null })) };
    await open();
    await page.find('smtp: 451 try again later');
    expect(page.has('To')).toBe(false);
    expect(document.querySelector('input[type=search]')).toBeNull();
    expect(page.button(/^Send again/)).toBeNull();
    expect(page.button('Send a test message')).toBeNull();
  });

  it('keeps its filters in the address, ignores an unknown one, and says that nothing matches', async () => {
    answers['GET /messages?state=given_up&limit=100'] = { body: messagesOf() };
    await open({ at: '/messages?state=given_up&kind=fax' });
    expect(await page.find('No message matches these filters.')).toBeTruthy();
    await person.press('Clear the filters');
    expect(await page.find('smtp: 451 try again later')).toBeTruthy();
    expect(address()).toBe('/messages');
    answers['GET /messages?kind=sms&limit=100'] = { body: messagesOf() };
    await person.choose('Kind', 'sms');
    await expect.poll(() => address()).toBe('/messages?kind=sms');
  });

  it('is searched by recipient, without the person in the address', async () => {
    answers['GET /messages?to=ada%40example.org&limit=100'] = {
      body: { ...messagesOf(messageOf({ recipient: 'a***b@e***.org' })), partial: true },
    };
    await open();
    await person.fill('To', 'ada@example.org');
    expect(await page.find('a***b@e***.org')).toBeTruthy();
    expect(page.has(/^More than 20 accounts match/)).toBe(true);
    expect(address()).toBe('/messages');
    await person.press('Clear the filters');
    expect(await page.find('a***a@e***.org')).toBeTruthy();
    expect(page.field('To').value).toBe('');
  });

  it('takes a calling code as people write it, and keeps the caret', async () => {
    answers['GET /messages?country=380&limit=100'] = { body: messagesOf() };
    await open({ at: '/messages?country=30' });
    const field = page.field('Country code');
    const user = userEvent.setup({ document });
    await user.type(field, '8', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field.value).toBe('380');
    expect(field.selectionStart).toBe(2);
    await user.type(field, '+', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(field.value).toBe('+380');
    expect(address()).toBe('/messages?country=380');
    await user.tab();
    expect(field.value).toBe('380');
    await person.press('Clear the filters');
    await expect.poll(() => field.value).toBe('');
  });

  it('sends a message again with a reason, and reads the list again', async () => {
    answers[`POST /messages/${MESSAGE}/retry`] = done;
    await open();
    await person.press('Send again: Code to confirm the email');
    await page.find(/^Code to confirm the email, smtp\./);
    await person.fill('Why', 'The provider works again');
    answers['GET /messages?limit=100'] = { body: messagesOf(messageOf({ state: 'queued', retryable: false })) };
    await person.pressIn('Send this message again', 'Send again');
    expect(await page.find('The message is on its way')).toBeTruthy();
    expect(sentTo(`POST /messages/${MESSAGE}/retry`)).toEqual([{ reason: 'The provider works again' }]);
    await expect.poll(() => page.button(/^Send again: /)).toBeNull();
  });

  it('sends a test message, and reports an invalid address', async () => {
    answers['POST /messages/test'] = { status: 201, body: { success: true, data: { id: MESSAGE } } };
    await open();
    await person.press('Send a test message');
    await page.heading('Send a test message');
    await person.fill('Your email address', 'nobody');
    await person.explain('Before the opening', 'Send');
    expect(await page.find('Write an address like you@example.org')).toBeTruthy();
    await person.press('Text message', 'radio');
    await person.fill('Your phone number', '+380 50 999 88 77');
    await person.press('Send');
    expect(await page.find(/^The test message is queued/)).toBeTruthy();
    expect(sentTo('POST /messages/test')).toEqual([
      { kind: 'sms', to: '+380509998877', language: 'en', reason: 'Before the opening' },
    ]);
  });

  it('sums up what was sent and what it cost, and leads to those messages', async () => {
    await open({ at: '/messages?tab=totals', language: 'uk' });
    expect(await page.find('34,76 €')).toBeTruthy();
    expect(page.has('SMS +380')).toBe(true);
    answers['GET /messages?kind=sms&provider=twilio&country=44&limit=100'] = { body: messagesOf() };
    await person.press('Показати ці повідомлення: SMS +44', 'link');
    await expect.poll(() => address()).toContain('country=44');
  });

  it('shows what a confirmed number costs, what the rest may cost, and no figure of few people', async () => {
    answers['GET /messages/spending'] = { body: SPENDING };
    await open({ at: '/messages?tab=totals', language: 'uk' });
    expect(await page.heading('Скільки коштує підтверджений номер')).toBeTruthy();
    const cells = [...document.querySelectorAll('td, li')].map(({ textContent }) => textContent);
    for (const text of [
      '43,80 €витрачено з 50,00 €',
      '12,00 € – 31,50 €',
      'Telegram +380',
      '1,09 €',
      '< 5',
      'невідомо',
    ])
      expect(
        cells.some((cell) => cell.replaceAll('\u00a0', ' ').includes(text)),
        text,
      ).toBe(true);
  });

  it('shows what reminders brought, without a number of few people', async () => {
    answers['GET /messages/reminders'] = { body: { steps: [{ step: 'phone', sent: 15, cameBack: 5, voted: 0 }] } };
    await open({ at: '/messages?tab=totals' });
    expect(await page.heading('Reminders')).toBeTruthy();
    const cells = [...document.querySelectorAll('td')].map(({ textContent }) => textContent);
    for (const text of ['15+', '5+', '< 5'])
      expect(
        cells.some((cell) => cell.includes(text)),
        text,
      ).toBe(true);
  });
});
