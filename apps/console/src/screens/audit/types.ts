/** The filters in the address of the screen. Times are in ISO 8601. */
export type AuditSearch = {
  person?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};
