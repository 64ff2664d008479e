-- Vehicles of the fleet that carry all of the words, or whose drivers carry those that they do not. `patterns` are of LIKE,
-- in lower case, `longest` is the one of them that an index narrows down best. All words in one look: each by itself found
-- up to 100,000 vehicles, only to be compared (decision 0029). As before it sees past the policy and names the fleet itself.
create function vehicles_mentioning(longest text, patterns text[]) returns setof bigint language sql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
  select v.id from public.vehicles v
  where v.fleet_id = public.current_fleet() and v.search_text like longest and v.search_text like all (patterns)
  union all
  select v.id from public.vehicles v
  where v.fleet_id = public.current_fleet() and not v.search_text like all (patterns)
    and v.id in (
      select d.vehicle_id from public.vehicle_drivers d join public.users u on u.id = d.user_id
      where d.fleet_id = public.current_fleet() and lower(u.first_name || ' ' || u.last_name) like any (patterns))
    and not exists (
      select from unnest(patterns) word
      where v.search_text not like word and not exists (
        select from public.vehicle_drivers d join public.users u on u.id = d.user_id
        where d.vehicle_id = v.id and lower(u.first_name || ' ' || u.last_name) like word))
$$;
revoke execute on function vehicles_mentioning(text, text[]) from public;
grant execute on function vehicles_mentioning(text, text[]) to wheelbook_app;
drop function vehicles_mentioning(text);
