import type { Case } from './case.ts';
import { backupCases } from './cases/backups.ts';
import { browserCases } from './cases/browser.ts';
import { codeCases } from './cases/codes.ts';
import { deviceCases } from './cases/codes-devices.ts';
import { factorCases } from './cases/codes-factors.ts';
import { setupCases } from './cases/codes-setups.ts';
import { codeUseCases } from './cases/codes-use.ts';
import { containerCases } from './cases/containers.ts';
import { faultCases } from './cases/faults.ts';
import { ownFaultCases } from './cases/faults-own.ts';
import { floodCases } from './cases/floods.ts';
import { networkCases } from './cases/floods-networks.ts';
import { proofCases } from './cases/floods-proofs.ts';
import { identityCases } from './cases/identity.ts';
import { nameCases } from './cases/identity-names.ts';
import { takeoverCases } from './cases/identity-takeover.ts';
import { protocolCases } from './cases/protocols.ts';
import { trustCases } from './cases/trust.ts';
import { voteCases } from './cases/vote.ts';
import { voteRaceCases } from './cases/vote-races.ts';
import { voteSqlCases } from './cases/vote-sql.ts';
import { voteTokenCases } from './cases/vote-tokens.ts';

/** Every attack, area by area. */
export const cases: readonly Case[] = [
  ...voteCases,
  ...voteTokenCases,
  ...voteRaceCases,
  ...voteSqlCases,
  ...codeCases,
  ...codeUseCases,
  ...factorCases,
  ...setupCases,
  ...deviceCases,
  ...floodCases,
  ...networkCases,
  ...proofCases,
  ...identityCases,
  ...takeoverCases,
  ...nameCases,
  ...faultCases,
  ...trustCases,
  ...containerCases,
  ...backupCases,
  ...browserCases,
  ...protocolCases,
  ...ownFaultCases,
];
