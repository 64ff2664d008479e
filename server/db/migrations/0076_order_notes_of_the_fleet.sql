-- Like its neighbours: the rule of the fleet holds for whoever owns the table, too.
alter table order_notes force row level security;
do $$
begin
  execute format('create policy all_for_the_owner on order_notes to %I using (true) with check (true)', current_user);
end $$;
