import type { readMe, readMine } from '@laurel/contracts/console/calls/session';
import type { readTeam } from '@laurel/contracts/console/calls/team';
import { ACTIONS, mayDo, type Role } from '@laurel/contracts/console/permissions';
import type { CallAnswer } from '../lib/call.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const OLENA = idOf(1);
export const TARAS = idOf(2);
export const OTHER_SESSION = idOf(22);
export const INVITATION = idOf(31);
export const SPARE_PASSKEY = idOf(12);

/** The answer of GET /me for a person of this role. */
export const meOf = (role: Role): CallAnswer<typeof readMe> => ({
  person: {
    id: OLENA,
    name: 'Olena',
    role,
    actions: ACTIONS.filter((action) => mayDo(role, action)),
    passkeys: 2,
    signedInAt: '2026-11-24T19:42:00.000Z',
    endsAt: '2026-11-25T07:42:00.000Z',
  },
  award: { name: { en: 'Meridian', uk: 'Меридіан' }, year: 2026, publicUrl: 'https://vote.example.org' },
  waiting: { clusters: 0, reviews: 14, exclusions: 1, objections: 0, messages: 0, phases: 0, edition: 0 },
});

const passkey = (id: string, memberId: string, label: string) => ({
  id,
  memberId,
  label,
  addedAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-24T19:42:00.000Z',
  synced: true,
});

const session = (id: string, memberId: string, browser: string, current: boolean) => ({
  id,
  memberId,
  startedAt: '2026-11-24T19:42:00.000Z',
  lastSeenAt: '2026-11-24T20:42:00.000Z',
  network: '203.0.113.0/24',
  browser,
  current,
});

export const MINE: CallAnswer<typeof readMine> = {
  passkeys: [passkey(idOf(11), OLENA, 'Laptop'), passkey(SPARE_PASSKEY, OLENA, 'Security key')],
  sessions: [session(idOf(21), OLENA, 'Chrome, Mac', true), session(OTHER_SESSION, OLENA, 'Safari, iPhone', false)],
};

export const TEAM: CallAnswer<typeof readTeam> = {
  members: [
    { id: OLENA, name: 'Olena', role: 'owner', joinedAt: '2026-11-01T10:00:00.000Z', invitedBy: 'laurel (command)' },
    { id: TARAS, name: 'Taras', role: 'support', joinedAt: '2026-11-02T10:00:00.000Z', invitedBy: 'Olena' },
  ],
  passkeys: [passkey(idOf(11), OLENA, 'Laptop'), passkey(idOf(13), TARAS, 'Phone')],
  sessions: [session(idOf(21), OLENA, 'Chrome, Mac', true), session(OTHER_SESSION, TARAS, 'Firefox, Linux', false)],
  invitations: [
    {
      id: INVITATION,
      name: 'Iryna',
      role: 'auditor',
      invitedBy: 'Olena',
      expiresAt: '2026-11-25T20:42:00.000Z',
      replaces: false,
    },
  ],
};
