-- What calls cost stands in spend.book alone.
DROP TABLE collects.spend;
