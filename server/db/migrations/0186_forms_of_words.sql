-- As vehicles_mentioning and count_vehicles_mentioning, for regular expressions: a word of letters and digits is found
-- joined, with a hyphen or with a space (VEH-099).
create function vehicles_matching(rarest text, others text[], activity boolean, at_most int) returns bigint[]
language sql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
set random_page_cost = 1 as $$
  select array(
    select t.vehicle_id from public.vehicle_texts t
    where t.fleet_id = public.current_fleet() and t.text ~ rarest and t.text ~ all (others)
      and (activity is null or t.is_active = activity)
    limit at_most)
$$;
revoke execute on function vehicles_matching from public;
grant execute on function vehicles_matching to wheelbook_app;

create function count_vehicles_matching(rarest text, others text[], activity boolean) returns bigint language sql stable
security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set random_page_cost = 1 as $$
  select count(*) from public.vehicle_texts t
  where t.fleet_id = public.current_fleet() and t.text ~ rarest and t.text ~ all (others)
    and (activity is null or t.is_active = activity)
$$;
revoke execute on function count_vehicles_matching from public;
grant execute on function count_vehicles_matching to wheelbook_app;
