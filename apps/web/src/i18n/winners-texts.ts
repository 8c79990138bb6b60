import { useState } from 'react';
import { addTexts } from './i18n.ts';
import type { Files } from './resources.ts';

const WINNERS: Files = import.meta.glob('./locales/*/winners.json', { eager: true, import: 'default' });

/** Adds the texts of the winners, which load with their code. */
export const addWinnersTexts = (): void => addTexts(WINNERS);

/** Adds the texts of the winners before the component that calls this uses them. */
export const useWinnersTexts = (): void => {
  useState(addWinnersTexts);
};
