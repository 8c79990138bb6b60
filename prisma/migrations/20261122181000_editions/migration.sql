-- CreateTable
CREATE TABLE "editions" (
    "id" SERIAL NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "announced_at" TIMESTAMPTZ(3),
    "digest" TEXT NOT NULL,
    "files" JSONB NOT NULL,

    CONSTRAINT "editions_pkey" PRIMARY KEY ("id")
);

ALTER TABLE editions
  ADD CONSTRAINT editions_digest CHECK (digest <> ''),
  ADD CONSTRAINT editions_files CHECK (jsonb_typeof(files) = 'object');
