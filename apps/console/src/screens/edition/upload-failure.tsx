import { ARCHIVE_RULES } from '@laurel/contracts/console/calls/edition';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { asFailure, isFailure } from '../../lib/failure.ts';
import { Note } from '../../ui/note.tsx';
import { Failure } from '../../ui/states.tsx';

const metadata = z.object({ rule: z.enum(ARCHIVE_RULES), entry: z.string() });

/** Why a file became no draft: the rule that its archive breaks, and the entry in it. */
export const UploadFailure = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('edition');
  const parsed = metadata.safeParse(asFailure(error).details.metadata);
  if (!isFailure(error, 'console.upload_refused') || !parsed.success) return <Failure error={error} />;
  const { rule, entry } = parsed.data;
  return (
    <div role="alert">
      <Note tone="bad">
        {t(`archive.${rule}`)}
        {entry !== '' && (
          <>
            {' '}
            <code translate="no">{entry}</code>
          </>
        )}
      </Note>
    </div>
  );
};
