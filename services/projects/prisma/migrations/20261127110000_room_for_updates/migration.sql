SET LOCAL lock_timeout = '3s';

-- Each check updates a row in place where its block has room: then no index is written.
ALTER TABLE "keyword" SET (fillfactor = 85);
ALTER TABLE "keyword_state" SET (fillfactor = 85);
ALTER TABLE "page_target" SET (fillfactor = 85);
ALTER TABLE "site_target" SET (fillfactor = 85);
