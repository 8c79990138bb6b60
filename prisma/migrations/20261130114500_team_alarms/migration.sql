CREATE TABLE team_alarms (
  member_id UUID NOT NULL CONSTRAINT team_alarms_pkey PRIMARY KEY CONSTRAINT team_alarms_member_id_fkey REFERENCES team_members (id) ON DELETE CASCADE ON UPDATE CASCADE,
  channel TEXT NOT NULL CONSTRAINT team_alarms_channel CHECK (channel IN ('mail', 'webhook')),
  address TEXT NOT NULL,
  language TEXT NOT NULL
);
