import type { Case } from '../case.ts';

const FORGERY = 'apps/api/src/cli/backup-forgery.test.ts';

/** What somebody can do who writes to the store of the backups, and what the containers could do with too many keys. */
export const backupCases: readonly Case[] = [
  {
    id: 'backups.older-base',
    attack: 'Who can write to the bucket puts an old base backup in the place of the newest',
    guard: 'the signed record of a base names the SHA-256 of its archive',
    proof: {
      file: FORGERY,
      test: 'that is an older one in the place of the newest is found, and nothing of it is kept',
    },
    without: [
      {
        file: 'packages/backup/src/restore.ts',
        find: 'if (archiveSha256 === undefined || archiveSha256 === found) return;',
        put: "if (archiveSha256 === undefined || found !== '') return;",
      },
    ],
  },
  {
    id: 'backups.forged-base',
    attack:
      'Who can write to the bucket makes a base backup, encrypts it to the public key and signs it with a key of theirs',
    guard: 'only the keys of the organiser are believed',
    proof: { file: FORGERY, test: 'that somebody else has made and signed is no base' },
    without: [
      {
        file: 'packages/backup/src/signed.ts',
        find: 'if (trust.verifier && !trust.verifier.accepts(',
        put: 'if (trust.unsigned && trust.verifier && !trust.verifier.accepts(',
      },
    ],
  },
  {
    id: 'backups.moved-record',
    attack: 'A signed record is moved to another base, with the archive that it is for',
    guard: 'a signed record states the cluster and the base that it is for',
    proof: { file: FORGERY, test: 'that takes its signed record along is found: the record is for another place' },
    without: [
      {
        file: 'packages/backup/src/catalog.ts',
        find: 'if (stated.cluster === cluster && stated.id === idIn(key)) return stated;',
        put: 'if (stated.cluster === cluster) return stated;',
      },
    ],
  },
  {
    id: 'backups.unsigned-base',
    attack: 'A base backup is put into the bucket as they were before Laurel signed them',
    guard: 'what nobody has signed is taken with --unsigned only',
    proof: {
      file: FORGERY,
      test: 'without a signature, as before Laurel signed them, is taken only where that is asked for',
    },
    without: [
      {
        file: 'packages/backup/src/catalog.ts',
        find: '  unsigned\n    ? {',
        put: "  unsigned || catalog.cluster !== ''\n    ? {",
      },
    ],
  },
  {
    id: 'backups.moved-segment',
    attack: 'Files of the write-ahead log change places, or come from another system',
    guard: 'a signed file of the log states its cluster and its name',
    proof: { file: FORGERY, test: 'with two segments that changed places is found' },
    without: [
      {
        file: 'packages/backup/src/wal-store.ts',
        find: 'if (stated.cluster !== cluster || stated.name !== file.name) {',
        put: 'if (stated.cluster !== cluster) {',
      },
    ],
  },
  {
    id: 'backups.cut-log',
    attack: 'The newest of the write-ahead log is removed from the bucket, so that the last votes are not restored',
    guard: 'the signed head says how far the log goes',
    proof: { file: FORGERY, test: 'that was cut off at its end is found' },
    without: [
      {
        file: 'packages/backup/src/end.ts',
        find: 'if (reach < head.upTo) {',
        put: 'if (reach < 0n) {',
      },
    ],
  },
  {
    id: 'backups.rolled-back',
    attack: 'The whole bucket is put back to an older state, signatures and all',
    guard: 'the machine remembers the number of the last head that it signed',
    proof: { file: FORGERY, test: 'is found where the machine knows what it wrote' },
    without: [
      {
        file: 'packages/backup/src/end.ts',
        find: 'if (known !== undefined && head.sequence < known) {',
        put: 'if (known !== undefined && head.sequence < 0) {',
      },
    ],
  },
  {
    id: 'backups.container-opens',
    attack: 'Who has taken the backup container over reads every backup, and writes to the database as its owner',
    guard: 'the container has a role that replicates, and keys that encrypt and sign',
    proof: {
      file: 'tests/deployment/src/least-privilege.test.ts',
      test: 'are mounted where they are needed, and nowhere else',
    },
    without: [
      {
        file: 'docker-compose.yml',
        find: 'secrets: [database_replication_url, backup_recipient,',
        put: 'secrets: [database_migrate_url, backup_recipient,',
      },
    ],
  },
];
