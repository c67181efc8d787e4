-- Applied by the kit: 0004_spend
-- Checksum: a2e4416073cb22378109f9d3b98ee73d8fee0ece2a63c00a512daf3a3656d0f4

-- Today's figures go on: what the day has paid in all, and what each account has.
INSERT INTO spend.total SELECT day, 'serp', 0, usd FROM ranks.spend;
INSERT INTO spend.book SELECT day, 'serp', account_id, part, usd FROM ranks.account_spend;
DROP TABLE ranks.spend, ranks.account_spend;
