import type { Language } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { loadTextsIn } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/resources.ts';
import { Waiting } from './states.tsx';

type Props = { language: Language; namespace: Namespace; children: ReactNode };

/** Shows what is inside in a language that may differ from the console's, once the texts of the namespace are loaded. */
export const InLanguage = ({ language, namespace, children }: Props) => {
  const query = useQuery({
    queryKey: ['texts', language, namespace],
    queryFn: async () => {
      await loadTextsIn(language, namespace);
      return language;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const loaded = query.data;
  const texts = useMemo(() => (loaded ? i18next.cloneInstance({ lng: loaded }) : undefined), [loaded]);
  return texts ? <I18nextProvider i18n={texts}>{children}</I18nextProvider> : <Waiting query={query} inCard />;
};
