-- CreateTable
CREATE TABLE "stages" (
    "year" SMALLINT NOT NULL DEFAULT edition_year(),
    "version" INTEGER NOT NULL DEFAULT 0,
    "slide" TEXT NOT NULL DEFAULT '',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "blank" BOOLEAN NOT NULL DEFAULT false,
    "revealed" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "round" INTEGER NOT NULL DEFAULT 0,
    "rows" JSONB,

    CONSTRAINT "stages_pkey" PRIMARY KEY ("year")
);
