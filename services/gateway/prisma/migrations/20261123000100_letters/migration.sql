-- Notices are letters now, one consumer writes them: what waited for the two before it is written once.
UPDATE facts.delivery SET consumer = 'gateway.notices' WHERE consumer IN ('gateway.ownerMail', 'gateway.supportMail') AND done_at IS NULL;
DELETE FROM facts.inbox WHERE consumer IN ('gateway.ownerMail', 'gateway.supportMail');
