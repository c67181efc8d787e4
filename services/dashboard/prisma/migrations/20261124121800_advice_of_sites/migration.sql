-- Rows go with their sites: nothing looks for those of an account.
DROP INDEX "advice_rule_account_id_idx";
DROP INDEX "advice_decision_account_id_idx";
