import { randomUUID } from 'node:crypto';
import { useMember, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { newMember, refusalOf } from '@laurel/support/people';
import { newcomer, newTelegramId, submitTag, telegramLinkOf } from '@laurel/support/social';
import { newVoter } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';

const api = useTestApi();
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'owner');
const petro = useMember(desk, 'Petro', 'support');

const find = async (text: string) => (await olena.get(`/voters?find=${encodeURIComponent(text)}`)).json();
const idsFor = async (text: string): Promise<string[]> => (await find(text)).voters.map(({ id }: { id: string }) => id);

describe('GET /voters', () => {
  it('finds by id, voter’s id, address, number and words of the name, exactly and by the beginning', async () => {
    // A word that begins with "d" would be found by one of the texts below.
    const tag = `q${randomUUID().slice(0, 8)}`;
    const { person, id } = await newMember(api, { name: `Grace ${tag} Hopper`, email: `Zor.${tag}@Example.org` });
    const { voterId } = await api.deps.db.account.findUniqueOrThrow({ where: { id } });
    for (const text of [
      id,
      id.toUpperCase(),
      voterId ?? '',
      person.email,
      person.email.toLowerCase(),
      `zor.${tag}@`,
      `zor.${tag}`,
      person.phoneNumber,
      person.phoneNumber.replace('+', '00'),
      `${person.phoneNumber.slice(0, 6)} ${person.phoneNumber.slice(6, -1)}`,
      `grace ${tag}`,
      // Any part of the name, in any order.
      `${tag} hopper`,
      `Hop, ${tag}`,
      // As people dial it at home.
      person.phoneNumber.replace('+380', '0'),
      `${person.phoneNumber.replace('+380', '0').slice(0, 3)} ${person.phoneNumber.slice(6)}`,
    ]) {
      expect(await idsFor(text), text).toEqual([id]);
    }
    for (const text of [
      randomUUID(),
      `x${tag}@example.org`,
      `${tag} per`,
      `@${tag}`,
      '""',
      "d'",
      '+99999999',
      'nobody of this name',
      '%%',
      '__',
      '\\\\',
    ]) {
      expect(await idsFor(text), text).toEqual([]);
    }
  });

  it('finds a part of a name with a hyphen or an apostrophe, however it is written', async () => {
    const tag = randomUUID().slice(0, 8);
    const { id } = await newMember(api, { name: `Анна-Марія ${tag} Дем’янчук` });
    for (const text of [`марія ${tag}`, `${tag} ДЕМ'ЯН`, `Демʼянчук ${tag}`, `Анна-Марія ${tag}`]) {
      expect(await idsFor(text), text).toEqual([id]);
    }
  });

  it('finds by the Instagram name that was submitted, however it is written', async () => {
    const tag = `tag${randomUUID().slice(0, 8)}`;
    const voter = await newVoter(api);
    await submitTag(api, voter, tag);
    for (const text of [`@${tag}`, tag, tag.toUpperCase(), `https://www.instagram.com/${tag}/`]) {
      expect(await find(text), text).toMatchObject({ voters: [{ id: voter.accountId, matched: 'social' }] });
    }
    expect(await idsFor(`@${tag}x`)).toEqual([]);
  });

  it('finds by the name of the Telegram account that opened the bot', async () => {
    const voter = await newcomer(api);
    const { code } = await telegramLinkOf(api, voter);
    const name = `Tg_${randomUUID().slice(0, 8)}`;
    await api.deps.social.startTelegram({ code, telegramUserId: newTelegramId(), name, now: api.clock.now() });
    for (const text of [`@${name}`, name.toLowerCase(), `https://t.me/${name}`]) {
      expect(await find(text), text).toMatchObject({ voters: [{ id: voter.accountId, matched: 'social' }] });
    }
  });

  it('finds a number by its first digits, even if they are a complete number in an old spelling', async () => {
    const { person, id } = await newMember(api, { phoneNumber: '+5511912345678' });
    // This test fails for twelve digits if only the canonical number is looked up: Brazil's mobile numbers had one
    // digit
    // less.
    for (const digits of [7, 11, 12, 13]) expect(await idsFor(person.phoneNumber.slice(0, digits + 1))).toEqual([id]);
  });

  it('masks what it finds, for everybody', async () => {
    const { person, id } = await newMember(api, { name: 'Марія Шевченко' });
    for (const client of [olena, petro]) {
      const answer = await client.get(`/voters?find=${encodeURIComponent(person.email)}`);
      expect(answer.json()).toMatchObject({
        voters: [{ id, matched: 'email', name: 'М*** Ш***', emailProven: true, twoFactorReady: true }],
        more: false,
      });
      for (const secret of [person.email, person.phoneNumber, person.name]) expect(answer.body).not.toContain(secret);
    }
  });

  it('returns at most 20, and whether there are more', async () => {
    const tag = randomUUID().slice(0, 8);
    for (let index = 0; index < 21; index += 1) {
      const email = `many-${tag}-${index}@example.org`;
      const data = { name: 'Many', email, emailCanonical: email, passwordHash: '-', createdAt: api.clock.now() };
      await api.deps.db.account.create({ data });
    }
    const answer = await find(`many-${tag}`);
    expect(answer.voters).toHaveLength(20);
    expect(answer.more).toBe(true);
  });

  it.each(['', 'a', 'x'.repeat(255)])('refuses to search for %j, and names the field', async (text) => {
    const refused = refusalOf(await olena.get(`/voters?find=${text}`));
    expect(refused).toMatchObject({
      status: 400,
      code: 'request.invalid',
      metadata: { fields: { find: expect.any(String) } },
    });
  });
});
