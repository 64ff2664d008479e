-- The cost of a month is that of finished orders and manual entries (decision 57). Entries carry the sum of their rows, so
-- that a year of a large fleet is added up from an index.
alter table manual_maintenance_histories add column total numeric(20, 2) not null default 0;

-- Devices already have these rows: the backfill is no change for them.
alter table manual_maintenance_histories disable trigger user;
update manual_maintenance_histories h set total = s.total
from (select history_id, sum(price) as total from history_services group by 1) s
where s.history_id = h.id and s.total <> 0;
alter table manual_maintenance_histories enable trigger user;

-- Rows are written in the transaction of their entry, which devices are told of in any case.
create function history_total_changed() returns trigger language plpgsql as $$
begin
  update manual_maintenance_histories h set total = s.total
  from (select c.history_id, coalesce(sum(r.price), 0) as total
    from (select distinct history_id from changed_rows) c left join history_services r on r.history_id = c.history_id
    group by 1) s
  where h.id = s.history_id and h.total <> s.total;
  return null;
end $$;
create trigger history_total_inserted after insert on history_services referencing new table as changed_rows
  for each statement execute function history_total_changed();
create trigger history_total_updated after update on history_services referencing new table as changed_rows
  for each statement execute function history_total_changed();
create trigger history_total_deleted after delete on history_services referencing old table as changed_rows
  for each statement execute function history_total_changed();

create index manual_histories_cost on manual_maintenance_histories (fleet_id, date_of_completion) include (total)
  where deleted_at is null;
