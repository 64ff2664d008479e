-- The payment types of ruling 26; `bill_to` was a name of the first demo world, and is paid by invoice.
update fleets set fleet_payment_type = 'invoice', pays_through_platform = false where fleet_payment_type = 'bill_to';
alter table fleets add constraint fleets_payment_type
  check (fleet_payment_type in ('credit_card', 'wex', 'fleetcor', 'pay_in_shop', 'invoice'));
