-- Costs are in spend.book alone. Only databases of earlier releases have this table.
DROP TABLE IF EXISTS collects.spend;
