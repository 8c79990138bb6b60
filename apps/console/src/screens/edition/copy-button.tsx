import { copyVersion } from '@laurel/contracts/console/calls/edition';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';

/** Makes a draft of a version, which can be proposed to a second person, and opens it. */
export const CopyButton = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const copy = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { data } = await call(copyVersion, { params: { id } });
      await queryClient.invalidateQueries();
      await navigate({ to: '/edition', search: { draft: data.id } });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      <Button tone="main" busy={busy} onClick={copy}>
        {t('version.copy')}
      </Button>
      {failure !== undefined && <Failure error={failure} />}
    </>
  );
};
