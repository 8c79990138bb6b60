-- CreateTable
CREATE TABLE "entries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "link" TEXT,
    "why" TEXT,
    "key" TEXT NOT NULL,
    "place" TEXT,
    "candidate_id" INTEGER NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "candidates" (
    "id" SERIAL NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "reason" TEXT,

    CONSTRAINT "candidates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "candidate_steps" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "candidate_id" INTEGER NOT NULL,
    "reason" TEXT,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "candidate_steps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "entries_category_id_key_idx" ON "entries"("category_id", "key");

-- CreateIndex
CREATE INDEX "entries_category_id_place_idx" ON "entries"("category_id", "place");

-- CreateIndex
CREATE INDEX "entries_candidate_id_idx" ON "entries"("candidate_id");

-- CreateIndex
CREATE UNIQUE INDEX "entries_account_id_category_id_slot_key" ON "entries"("account_id", "category_id", "slot");

-- CreateIndex
CREATE INDEX "candidates_category_id_idx" ON "candidates"("category_id");

-- CreateIndex
CREATE INDEX "candidate_steps_candidate_id_idx" ON "candidate_steps"("candidate_id");

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "all_categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_candidate_id_fkey" FOREIGN KEY ("candidate_id") REFERENCES "candidates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "all_categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE entries
  ADD CONSTRAINT entries_slot CHECK (slot BETWEEN 1 AND 20),
  ADD CONSTRAINT entries_texts CHECK (name <> '' AND char_length(name) <= 1000 AND char_length(link) <= 300 AND char_length(why) <= 3000);
ALTER TABLE candidates ADD CONSTRAINT candidates_state CHECK (state IN ('open', 'accepted', 'rejected'));
ALTER TABLE candidate_steps
  ADD CONSTRAINT candidate_steps_kind CHECK (kind IN ('merge', 'split', 'move', 'accept', 'reject', 'reopen')),
  ADD CONSTRAINT candidate_steps_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL));
