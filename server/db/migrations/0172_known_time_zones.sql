-- PostgreSQL reads a name such as '-05:00' with the opposite sign, and rejects others that Node accepts, which stopped the
-- jobs of all fleets. Such zones are replaced: former names of zones by their present ones, others by the default of the
-- command line, America/New_York. Users get the zone of their fleet.
create temporary table replaced_zones on commit drop as
select zone, coalesce((select new from (values ('us/eastern', 'America/New_York'), ('us/central', 'America/Chicago'),
    ('us/mountain', 'America/Denver'), ('us/arizona', 'America/Phoenix'), ('us/pacific', 'America/Los_Angeles'),
    ('us/alaska', 'America/Anchorage'), ('us/hawaii', 'Pacific/Honolulu'), ('canada/newfoundland', 'America/St_Johns'),
    ('canada/atlantic', 'America/Halifax'), ('canada/eastern', 'America/Toronto'), ('canada/central', 'America/Winnipeg'),
    ('canada/saskatchewan', 'America/Regina'), ('canada/mountain', 'America/Edmonton'),
    ('canada/pacific', 'America/Vancouver')) as former (old, new) where old = lower(zone)), 'America/New_York') as new_zone
from (select time_zone as zone from fleets union select time_zone from shops where time_zone is not null) used
where zone !~ '^[A-Za-z]' or lower(zone) not in (select lower(name) from pg_timezone_names);

create temporary table moved_fleets on commit drop as
select id from fleets where time_zone in (select zone from replaced_zones);
update fleets f set time_zone = r.new_zone from replaced_zones r where r.zone = f.time_zone;
update shops s set time_zone = r.new_zone from replaced_zones r where r.zone = s.time_zone;
update users set time_zone = null where time_zone !~ '^[A-Za-z]';

-- The totals by day of these fleets were counted in the former zone.
delete from order_day_totals where fleet_id in (select id from moved_fleets);
insert into order_day_totals (fleet_id, day, status, orders, total)
select o.fleet_id, (o.effective_at at time zone f.time_zone)::date, o.status, count(*), sum(o.total)
from shop_orders o join fleets f on f.id = o.fleet_id
where f.id in (select id from moved_fleets)
  and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel') group by 1, 2, 3;
