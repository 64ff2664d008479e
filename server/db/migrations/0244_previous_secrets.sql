-- Lets a secret be replaced while servers run: the previous value stays valid for what it has signed.
alter table secrets add column previous text, add column replaced_at timestamptz;
