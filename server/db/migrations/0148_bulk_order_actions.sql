-- Bulk actions on orders, and bookings of many vehicles (decision 99). An action of this version is refused by older
-- servers without an effect, and its job is repeated until a newer server runs it.
alter table bulk_actions drop constraint bulk_actions_action_check;
alter table bulk_actions add constraint bulk_actions_action_check
  check (action in ('department', 'drivers', 'deactivate', 'activate', 'snooze', 'cancel_orders', 'po_number', 'book'));

-- The order of a row that acts on one. Its vehicle is null if the user could not see the order.
alter table bulk_action_items add column order_id bigint;
alter table bulk_action_items alter column vehicle_id drop not null;
alter table bulk_action_items add constraint bulk_action_items_target
  check (vehicle_id is not null or order_id is not null) not valid;
