-- Fleets that a management company creates, edits and deletes (decision 52).

alter table fleets
  add column rev bigint not null default 1,
  -- The company shares the fleet's WEX account number with the shops it books (doc2 §3).
  add column share_wex_number boolean not null default false,
  add column address_line1 text,
  add column city text,
  add column state text,
  -- A deleted fleet keeps its row, because its paid orders and transactions stay with the company.
  add column deleted_at timestamptz,
  -- When its vehicles, documents and policies had been removed.
  add column purged_at timestamptz;
create index fleets_to_purge on fleets (deleted_at) where deleted_at is not null and purged_at is null;

alter table audit_trail
  drop constraint audit_trail_act_check,
  add constraint audit_trail_act_check check (act in ('fleet.entered', 'fleet.left', 'fleet.created', 'fleet.updated',
    'fleet.deleted', 'user.created', 'user.updated', 'user.deleted', 'user.deactivated', 'user.activated', 'user.invited',
    'user.password_set', 'policy.created', 'policy.updated', 'policy.deleted'));

-- Nothing is booked or added in a fleet that is being deleted: the lock waits for the deletion to commit.
create function refuse_deleted_fleet() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform from public.fleets f where f.id = new.fleet_id and f.deleted_at is null for key share;
  if not found then
    raise exception 'The fleet was deleted.' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
revoke execute on function refuse_deleted_fleet from public;
create trigger refuse_deleted_fleet before insert on shop_orders for each row execute function refuse_deleted_fleet();
create trigger refuse_deleted_fleet before insert or update of fleet_id on vehicles for each row execute function refuse_deleted_fleet();
create trigger refuse_deleted_fleet before insert on users for each row when (new.fleet_id is not null)
  execute function refuse_deleted_fleet();
