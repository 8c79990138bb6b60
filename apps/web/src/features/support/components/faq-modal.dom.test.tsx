// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, person, showStep } from '../../../testing/person.tsx';
import { FaqModal } from './faq-modal.tsx';

let shown: Awaited<ReturnType<typeof showStep>>;
afterEach(() => shown.close());

const openQuestions = () =>
  [...document.querySelectorAll('details[open] summary')].map(({ textContent }) => textContent);

describe('the FAQ', () => {
  it('opens with all questions closed, and without a way back', async () => {
    shown = await showStep(<FaqModal networks={['telegram', 'instagram']} />);
    expect(document.querySelectorAll('details')).toHaveLength(8);
    expect([openQuestions(), page.buttons()]).toEqual([[], []]);
    expect(document.activeElement?.textContent).toBe('What do I need to vote?');
  });

  it('names only the networks that the award offers', async () => {
    shown = await showStep(<FaqModal networks={['instagram']} />);
    const texts = [...document.querySelectorAll('details p')].map(({ textContent }) => textContent ?? '');
    expect(texts.filter((text) => text.includes('Instagram'))).toHaveLength(2);
    expect(texts.filter((text) => text.includes('Telegram'))).toEqual([]);
  });

  it('has the award’s own questions after those of every award, with their texts to the letter', async () => {
    const more = [{ question: 'Is <b>CPA</b> counted?', answer: 'CPA < $5:\nno' }];
    shown = await showStep(<FaqModal networks={['telegram']} more={more} />);
    const [last] = [...document.querySelectorAll('details')].slice(-1);
    expect(document.querySelectorAll('details')).toHaveLength(9);
    expect(last?.textContent).toBe('Is <b>CPA</b> counted?CPA < $5:\nno');
  });

  it('in front of a form opens at a question, which has the focus, and leads back', async () => {
    const onBack = vi.fn();
    shown = await showStep(<FaqModal networks={['telegram', 'instagram']} question="phone" onBack={onBack} />);
    expect(openQuestions()).toEqual(['Why do you ask for my phone?']);
    expect(document.activeElement?.textContent).toBe('Why do you ask for my phone?');
    await person.press('Back to the form');
    expect(onBack).toHaveBeenCalledTimes(1);
  });
});
