import type { InLanguages } from '@laurel/contracts/languages';
import type { Phase } from '@laurel/contracts/phase';

/** The widths of the page in a preview, pixels. */
export const WIDTHS = ['360', '768', 'full'] as const;

export type PreviewTexts = {
  title: string;
  ends: (time: string) => string;
  invented: string;
  legends: Readonly<Record<'phase' | 'lang' | 'width', string>>;
  phases: Readonly<Record<Phase, string>>;
  widths: Readonly<Record<(typeof WIDTHS)[number], string>>;
  shown: string;
  gone: string;
  goneText: string;
  problems: string;
  problemsText: string;
};

/** The texts around a preview, and of the pages in its place. */
export const TEXTS: InLanguages<PreviewTexts> = {
  en: {
    title: 'Preview of a draft',
    ends: (time) => `ends ${time}, Kyiv time`,
    invented: 'Percentages and winners are invented. Nothing you press is sent.',
    legends: { phase: 'Phase', lang: 'Language', width: 'Width' },
    phases: { scheduled: 'Before', open: 'Voting', closed: 'Closed', announced: 'Winners' },
    widths: { 360: 'Phone', 768: 'Tablet', full: 'Full' },
    shown: 'The page',
    gone: 'This preview has ended',
    goneText: 'Its address leads nowhere any more, or has a mistake. Ask the person who sent it for a new one.',
    problems: 'This draft can’t be shown yet',
    problemsText:
      'It has problems, which the console lists under Edition. Tell the person who sent you the address: once the problems are solved in a new draft, its preview has another address.',
  },
  uk: {
    title: 'Перегляд чернетки',
    ends: (time) => `діє до ${time} за Києвом`,
    invented: 'Відсотки й переможці вигадані. Нічого з натиснутого не надсилається.',
    legends: { phase: 'Етап', lang: 'Мова', width: 'Ширина' },
    phases: { scheduled: 'До початку', open: 'Голосування', closed: 'Завершено', announced: 'Переможці' },
    widths: { 360: 'Телефон', 768: 'Планшет', full: 'Повна' },
    shown: 'Сторінка',
    gone: 'Цей перегляд завершено',
    goneText: 'Адреса вже не діє або в ній помилка. Попросіть нову в того, хто її надіслав.',
    problems: 'Цю чернетку поки не можна показати',
    problemsText:
      'У ній є помилки; їх перелічено в консолі, у розділі «Випуск». Скажіть про це тому, хто надіслав адресу: коли помилки виправлять у новій чернетці, її перегляд матиме іншу адресу.',
  },
};
