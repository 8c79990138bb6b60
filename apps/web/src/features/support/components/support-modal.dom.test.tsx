// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { showStep } from '../../../testing/person.tsx';
import { SupportModal } from './support-modal.tsx';

let shown: Awaited<ReturnType<typeof showStep>>;
afterEach(() => shown.close());

it('MD-10 the support panel has a mail with its own subject for each of six problems', async () => {
  const contact = { email: 'ada@example.org' };
  shown = await showStep(
    <SupportModal
      address="help@awards.example"
      awards="Awards 2025"
      contact={contact}
      networks={['telegram', 'instagram']}
    />,
  );
  const mails = [...document.querySelectorAll<HTMLAnchorElement>('li a')].map(({ textContent, href }) => {
    const { pathname, searchParams } = new URL(href);
    return [textContent, decodeURIComponent(pathname), searchParams.get('subject'), searchParams.get('body')];
  });
  const problems = [
    'The email didn’t arrive',
    'The code from the email doesn’t work',
    'The SMS didn’t arrive',
    'The code from the SMS doesn’t work',
    'Telegram can’t be connected',
    'Instagram can’t be connected',
  ];
  expect(mails).toEqual(
    problems.map((problem) => [
      problem,
      'help@awards.example',
      `Awards 2025: ${problem}`,
      `Problem: ${problem}\r\nEmail: ada@example.org\r\nPhone:\r\nInstagram:\r\n\r\n`,
    ]),
  );
});
