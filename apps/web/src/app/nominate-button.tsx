import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { openModal } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';

/** The hero's button while people may put somebody forward. */
const NominateButton = () => {
  useState(addModalTexts);
  const { t } = useTranslation('entries');
  return <Button onClick={() => openModal({ type: 'nominate', props: {} })}>{t('formTitle')}</Button>;
};

export default NominateButton;
