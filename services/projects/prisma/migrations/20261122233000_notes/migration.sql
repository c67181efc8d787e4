-- CreateTable
CREATE TABLE "note" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "text" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "note_site_id_day_text_key" ON "note"("site_id", "day", "text");

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE ON UPDATE CASCADE;
