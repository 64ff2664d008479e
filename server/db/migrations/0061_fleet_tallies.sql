-- Users, paid orders and spend of each fleet, for the list of a management company (decision 52). Each statement appends what
-- it changed, so that no transaction waits for another; an hourly job folds the rows of a fleet into one. Counting the
-- orders of 2,000 fleets took seconds.
create table fleet_tallies (
  fleet_id bigint not null,
  -- Active users.
  users int not null default 0,
  -- Paid orders, and what they cost.
  transactions int not null default 0,
  spend numeric(20, 2) not null default 0
);
create index fleet_tallies_fleet on fleet_tallies (fleet_id) include (users, transactions, spend);
alter table fleet_tallies enable row level security;
create policy of_the_fleet on fleet_tallies for select to wheelbook_app using (fleet_id = current_fleet());
grant select on fleet_tallies to wheelbook_app;

insert into fleet_tallies (fleet_id, users)
select fleet_id, count(*) from users where fleet_id is not null and is_active group by fleet_id;
insert into fleet_tallies (fleet_id, transactions, spend)
select fleet_id, count(*), sum(total) from shop_orders
where status in ('paid', 'paid_in_shop', 'paid_deferred') group by fleet_id;

create function tally_users() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into public.fleet_tallies (fleet_id, users)
    select c.fleet_id, count(*) from changed c where c.is_active and c.fleet_id is not null group by 1;
  elsif tg_op = 'DELETE' then
    insert into public.fleet_tallies (fleet_id, users)
    select c.fleet_id, -count(*) from changed c where c.is_active and c.fleet_id is not null group by 1;
  else
    insert into public.fleet_tallies (fleet_id, users)
    select c.fleet_id, sum(c.n)
    from (select fleet_id, is_active, 1 as n from changed union all select fleet_id, is_active, -1 from before) c
    where c.is_active and c.fleet_id is not null group by 1 having sum(c.n) <> 0;
  end if;
  return null;
end $$;
revoke execute on function tally_users from public;
create trigger tally_insert after insert on users referencing new table as changed
  for each statement execute function tally_users();
create trigger tally_update after update on users referencing old table as before new table as changed
  for each statement execute function tally_users();
create trigger tally_delete after delete on users referencing old table as changed
  for each statement execute function tally_users();

create function tally_orders() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into public.fleet_tallies (fleet_id, transactions, spend)
    select c.fleet_id, count(*), sum(c.total) from changed c
    where c.status in ('paid', 'paid_in_shop', 'paid_deferred') group by 1;
  elsif tg_op = 'DELETE' then
    insert into public.fleet_tallies (fleet_id, transactions, spend)
    select c.fleet_id, -count(*), -sum(c.total) from changed c
    where c.status in ('paid', 'paid_in_shop', 'paid_deferred') group by 1;
  else
    insert into public.fleet_tallies (fleet_id, transactions, spend)
    select c.fleet_id, sum(c.n), sum(c.n * c.total)
    from (select fleet_id, status, total, 1 as n from changed union all select fleet_id, status, total, -1 from before) c
    where c.status in ('paid', 'paid_in_shop', 'paid_deferred') group by 1
    having sum(c.n) <> 0 or sum(c.n * c.total) <> 0;
  end if;
  return null;
end $$;
revoke execute on function tally_orders from public;
create trigger tally_insert after insert on shop_orders referencing new table as changed
  for each statement execute function tally_orders();
create trigger tally_update after update on shop_orders referencing old table as before new table as changed
  for each statement execute function tally_orders();
create trigger tally_delete after delete on shop_orders referencing old table as changed
  for each statement execute function tally_orders();
