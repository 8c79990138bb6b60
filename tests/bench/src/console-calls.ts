/** A call of the console whose time on the server is measured. */
export type MeasuredCall = {
  /** The end of its id in the stored figures. */
  name: string;
  /** Without /api. */
  path: string;
};

/** The calls of the console that read. */
export const CONSOLE_CALLS: readonly MeasuredCall[] = [
  { name: 'tonight', path: '/tonight?span=day' },
  { name: 'tonight-all', path: '/tonight?span=all' },
  { name: 'results', path: '/results' },
  { name: 'messages', path: '/messages' },
  { name: 'messages-given-up', path: '/messages?state=given_up&kind=sms&country=380' },
  { name: 'messages-totals', path: '/messages/totals?span=all' },
  { name: 'audit', path: '/audit' },
  { name: 'audit-person', path: '/audit?person=Person 3&action=review.' },
  { name: 'audit-names', path: '/audit/names' },
];
