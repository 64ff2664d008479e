-- PostgreSQL reads a name such as '-05:00' with the opposite sign, and rejects others that Node accepts, which stopped the
-- jobs of all fleets. Such zones are replaced by the default of the command line, America/New_York; users get the zone of
-- their fleet.
create temporary table known_zones on commit drop as select lower(name) as name from pg_timezone_names;
update fleets set time_zone = 'America/New_York'
where time_zone !~ '^[A-Za-z]' or lower(time_zone) not in (select name from known_zones);
update shops set time_zone = 'America/New_York'
where time_zone !~ '^[A-Za-z]' or lower(time_zone) not in (select name from known_zones);
update users set time_zone = null where time_zone !~ '^[A-Za-z]';
alter table fleets add constraint fleets_time_zone_check check (time_zone ~ '^[A-Za-z]');
alter table shops add constraint shops_time_zone_check check (time_zone ~ '^[A-Za-z]');
alter table users add constraint users_time_zone_check check (time_zone ~ '^[A-Za-z]');
