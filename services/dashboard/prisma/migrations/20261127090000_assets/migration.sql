SET LOCAL lock_timeout = '3s';

-- The files of pages of every release that runs or ran lately: a replica of another release answers them too.
CREATE TABLE "asset" (
    "path" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "brotli" BYTEA,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("path")
);
