-- As 0238, for history entries.
create index manual_histories_cents on manual_maintenance_histories (fleet_id, date_of_completion, ((total * 100)::bigint))
  include (vehicle_id, shop_id, total, custom_shop_name) where deleted_at is null;
