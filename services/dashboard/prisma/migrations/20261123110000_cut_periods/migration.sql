ALTER TABLE billing_order ADD COLUMN is_cut boolean NOT NULL DEFAULT false;
