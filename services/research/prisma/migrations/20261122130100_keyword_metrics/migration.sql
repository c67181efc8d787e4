-- CreateTable
CREATE TABLE "keyword_metric" (
    "key" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "phrase" TEXT NOT NULL,
    "figures" JSONB NOT NULL,
    "source" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "collected_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "keyword_metric_pkey" PRIMARY KEY ("key","country","language")
);
