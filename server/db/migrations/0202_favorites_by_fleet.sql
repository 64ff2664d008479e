-- The primary key lacked the fleet, so that a user of several fleets could have a shop as a favorite in only one of them.
create unique index favorite_shops_by_fleet on favorite_shops (user_id, fleet_id, shop_id);

-- The same for its changes: `type` and `entity_id` are unique over all fleets.
create or replace function sync_favorite() returns trigger language plpgsql as $$
declare f record;
begin
  if tg_op = 'DELETE' then f := old; else f := new; end if;
  perform note_change(f.fleet_id, 'favorite_shop', f.user_id || ':' || f.shop_id || ':' || f.fleet_id, null, f.user_id,
    tg_op = 'DELETE');
  return null;
end $$;
update sync_changes set entity_id = entity_id || ':' || fleet_id where type = 'favorite_shop';
