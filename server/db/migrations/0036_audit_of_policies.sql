-- Who changed what may be approved by whom stands in the audit trail too. Policies are written as their fleet, which may
-- add lines of its own and still change none.
alter table audit_trail
  drop constraint audit_trail_act_check,
  add constraint audit_trail_act_check check (act in ('fleet.entered', 'fleet.left', 'user.created', 'user.updated',
    'user.deleted', 'user.deactivated', 'user.activated', 'user.invited', 'user.password_set', 'policy.created',
    'policy.updated', 'policy.deleted'));
grant insert on audit_trail to wheelbook_app;
create policy note_of_the_fleet on audit_trail for insert to wheelbook_app with check (fleet_id = current_fleet());
