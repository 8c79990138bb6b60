ALTER TABLE "accounts" ADD COLUMN     "no_reminders" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE reminders (
  account_id UUID NOT NULL,
  year SMALLINT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT reminders_kind CHECK (kind IN ('stopped', 'closing')),
  step TEXT NOT NULL CONSTRAINT reminders_step CHECK (step IN ('email', 'two_factor', 'phone', 'social', 'vote')),
  sent_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT reminders_pkey PRIMARY KEY (account_id, year, kind)
);

ALTER TABLE reminders ADD CONSTRAINT reminders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE;
