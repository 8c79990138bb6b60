CREATE TABLE phone_code_totals (
  year SMALLINT NOT NULL,
  channel TEXT NOT NULL,
  calling_code TEXT NOT NULL,
  sent INTEGER NOT NULL,
  proven INTEGER NOT NULL,
  CONSTRAINT phone_code_totals_pkey PRIMARY KEY (year, channel, calling_code)
);
