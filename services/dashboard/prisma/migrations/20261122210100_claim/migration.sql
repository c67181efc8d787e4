-- Of a reservation for a guest's account: what was asked for, sealed, so that a job can finish the claim.
ALTER TABLE member ADD COLUMN claim text;
