import { copyVersion } from '@laurel/contracts/console/calls/edition';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';

type Props = {
  id: number;
  /** Whether the draft is opened to be edited, not to be proposed to a second person. */
  edit?: boolean;
};

/** Makes a draft of a version and opens it. */
export const CopyButton = ({ id, edit = false }: Props) => {
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
      await navigate({ to: edit ? '/edition/editor' : '/edition', search: { draft: data.id } });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      <Button tone="main" small={edit} busy={busy} onClick={copy}>
        {t(edit ? 'live.edit' : 'version.copy')}
      </Button>
      {failure !== undefined && <Failure error={failure} />}
    </>
  );
};
