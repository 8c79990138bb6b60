import { proposeExclusion, votesOf } from '@laurel/support/exclusions';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useMember, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { firstBallot, newVoter, voteAs, votersOf } from '@laurel/support/voters';
import { expect, it } from 'vitest';

const edition = useEditionFolder();
const api = useTestApi({ EDITION_DIR: edition.path });
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');

const nameOf = (company: string): string => `best-partner/gambling/${company}`;

// This test fails if only new proposals are refused: the number of later votes is the nominee's number.
it('an embargo hides how many votes match a proposal by nominee, even if it was made before the embargo', async () => {
  const [, second] = api.deps.edition.nominations[0]?.categories[0]?.companies ?? [];
  const ballot = { ...firstBallot(api), vote: second?.tag ?? '' };
  const vote = async () => voteAs(api, [await newVoter(api)], ballot);
  await voteAs(api, await votersOf(api, 3));
  await vote();
  const id = await proposeExclusion(olena, { nominees: [nameOf(ballot.vote)] });
  const preview = async () => (await olena.get(`/exclusions/${id}/preview`)).json();
  await vote();
  expect(await preview()).toMatchObject({ votes: 1, later: 1, unmatched: 0 });

  edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden\n  staff: embargo');
  await importTestEdition(api.migrateUrl, edition.path);
  await api.deps.served.refresh();
  await vote();
  expect(await preview()).toMatchObject({ votes: 1, later: null, unmatched: null });
});

it('under an embargo the console shows no nominee, and takes no selection by nominee', async () => {
  const voters = await votersOf(api, 2);
  await voteAs(api, voters);
  const { vote: company } = firstBallot(api);
  const rehearsed = await olena.post('/exclusions/rehearsal', { selection: votesOf(voters) });
  const none = { winners: [], nominees: [] };
  expect(rehearsed.json().data).toMatchObject({
    votes: 2,
    categories: [{ votes: 2, before: none, after: none, winnersChange: false, hidden: true }],
  });
  expect(rehearsed.body).not.toContain(company);
  const byNominee = { selection: { nominees: [nameOf(company)] } };
  expect((await olena.post('/exclusions/rehearsal', byNominee)).json().code).toBe('console.embargo');
  const id = await proposeExclusion(olena, votesOf(voters));
  const preview = await olena.get(`/exclusions/${id}/preview`);
  expect(preview.json()).toMatchObject({ votes: 2, categories: [{ hidden: true }] });
  expect(preview.body).not.toContain(company);
  expect((await olena.post(`/exclusions/${id}/export`, { reason: 'a test' })).json().code).toBe('console.embargo');
});
