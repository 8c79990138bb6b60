import { ARCHIVE_RULES } from '@laurel/contracts/console/calls/edition';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { asFailure, isFailure } from '../../lib/failure.ts';
import { Note } from '../../ui/note.tsx';
import { Failure } from '../../ui/states.tsx';

const metadata = z.object({ rule: z.enum(ARCHIVE_RULES), entry: z.string() });

/** Why an upload failed: the rule that the archive breaks and the entry that breaks it, or another failure. */
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
