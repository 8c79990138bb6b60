import { makeBuiltPage } from '@laurel/support/built-page';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { newPerson, signUp } from '@laurel/support/people';
import { afterAll, describe, expect, it } from 'vitest';

const edition = useEditionFolder();
const built = makeBuiltPage();
afterAll(() => built.remove());
const api = useTestApi({ EDITION_DIR: edition.path, WEB_DIR: built.dir });

const edit = (from: RegExp, to: string): void => edition.edit('edition.yaml', from, to);
const lastMail = async (): Promise<string> => {
  await api.deps.jobs.drain();
  const [newest] = api.deps.inbox?.list() ?? [];
  return `${newest?.subject} ${newest?.text}`;
};

describe('everything that is built from the edition at the start', () => {
  it('follows a new edition: mails, the authenticator, regions, the page, the manifest, pictures', async () => {
    const card = () => api.app.inject('/share/card.png');
    const [picture, etag] = [(await card()).rawPayload, (await api.get('/edition')).headers.etag];
    edit(/( {2}name:\n {4}en: )Meridian Awards/, '$1Northern Prize');
    edit(/^supportEmail: .*$/m, 'supportEmail: help@northern.example');
    const blocked = newPerson();
    edit(/^year: .*$/m, `year: 2031\nblockedRegions: ["${blocked.phoneNumber.slice(1, 4)}"]`);
    await importTestEdition(api.migrateUrl, edition.path);
    expect((await api.get('/edition')).headers.etag).toBe(etag);
    await api.deps.served.refresh();

    expect((await api.get('/edition')).json().data).toMatchObject({
      year: 2031,
      supportEmail: 'help@northern.example',
    });
    expect((await api.get('/edition')).headers.etag).not.toBe(etag);
    expect((await api.app.inject('/')).body).toContain('Northern Prize');
    expect((await api.app.inject('/manifest.webmanifest')).json()).toMatchObject({ short_name: 'Northern Prize' });
    expect((await card()).rawPayload.equals(picture)).toBe(false);
    const refused = await api.post('/users/register', blocked);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().metadata.fields)).toEqual(['phoneNumber']);

    edit(/^blockedRegions: .*$/m, 'blockedRegions: ["999"]');
    await importTestEdition(api.migrateUrl, edition.path);
    await api.deps.served.refresh();
    const { qrCode } = await signUp(api, newPerson());
    expect(decodeURIComponent(qrCode)).toContain('issuer=Northern');
    expect(await lastMail()).toContain('Northern Prize');
  });
});
