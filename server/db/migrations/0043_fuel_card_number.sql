-- The number of a fleet's fuel-card account (WEX, USR-049): 13 digits (PAY-032).
alter table fleets add column fuel_card_account_number text check (fuel_card_account_number ~ '^\d{13}$');
