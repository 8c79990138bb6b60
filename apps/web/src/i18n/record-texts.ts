import { useState } from 'react';
import { addTexts } from './i18n.ts';
import type { Files } from './resources.ts';

const RECORD: Files = import.meta.glob('./locales/*/record.json', { eager: true, import: 'default' });

/** Adds the texts of the check of the public record, which load with its code. */
export const addRecordTexts = (): void => addTexts(RECORD);

/** Adds the texts of the check before the component that calls this uses them. */
export const useRecordTexts = (): void => {
  useState(addRecordTexts);
};
