CREATE TABLE visits (
  day DATE NOT NULL,
  campaign TEXT NOT NULL CONSTRAINT visits_campaign CHECK (length(campaign) <= 120),
  step TEXT NOT NULL CONSTRAINT visits_step CHECK (step IN ('views', 'registered', 'logins', 'votes')),
  count BIGINT NOT NULL CONSTRAINT visits_count CHECK (count > 0),
  CONSTRAINT visits_pkey PRIMARY KEY (day, campaign, step)
);
