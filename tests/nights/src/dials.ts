import type { Ballot } from './ballots.ts';
import type { When } from './season.ts';

/** What the people of a group have in common: the dials of a crowd or a farm. The first value of each is an honest person's. */
export interface Dials {
  /** The country of all numbers. Without it, of many. */
  readonly country?: string;
  readonly when: When;
  readonly numbers: 'scattered' | 'row' | 'runs' | 'corporate';
  readonly network:
    | 'own'
    | 'residential'
    | 'one_address'
    | 'carrier'
    | 'office'
    | 'campus'
    | 'servers'
    | 'many_servers';
  readonly browsers: 'own' | 'few' | 'one';
  readonly names: 'own' | 'template' | 'numbered';
  readonly mailboxes: 'own' | 'company' | 'template' | 'numbered';
  /** How alike the times between the steps are. */
  readonly steps: 'varied' | 'routine' | 'script';
  readonly social: 'own' | 'young' | 'aged';
  /** `worker`: the time zone of those who do the work. */
  readonly zone: 'fits' | 'worker';
  readonly ballot: Ballot;
}

/** People who have something in common, as data. In farms, nobody stops half-way. */
export interface Group extends Dials {
  /** What the truth calls them. */
  readonly name: string;
  readonly kind: 'people' | 'crowd' | 'farm';
  readonly size: number;
}
