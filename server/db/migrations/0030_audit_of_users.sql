-- The audit trail holds what was done to users too: whom it concerns, and which fields went from what to what.

alter table audit_trail
  drop constraint audit_trail_act_check,
  add constraint audit_trail_act_check check (act in ('fleet.entered', 'fleet.left', 'user.created', 'user.updated',
    'user.deleted', 'user.deactivated', 'user.activated', 'user.invited', 'user.password_set')),
  add column subject_id bigint references users (id),
  -- [{ field, from, to }], in words; never a password.
  add column changes jsonb not null default '[]';
create index audit_trail_newest on audit_trail (fleet_id, id desc);
create index audit_trail_subject on audit_trail (subject_id, id desc) where subject_id is not null;

-- Nothing changes or deletes a row of it, not even the server.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is only added to.' using errcode = 'insufficient_privilege';
end $$;
create trigger only_added_to before update or delete on audit_trail for each row execute function refuse_rewriting();
