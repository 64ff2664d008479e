-- Key of the hashes by which a flag service knows people.
insert into secrets values ('flags', gen_random_uuid()::text || gen_random_uuid()::text);

-- Failed deliveries left the mail server's answer, and with it the address, in the job queue.
do $$
begin
  if to_regclass('jobs.job') is not null then
    update jobs.job set output = null where output is not null;
  end if;
end $$;

-- Tables that the app's role has no privilege on get row-level security as well, without a policy: should somebody grant
-- it by mistake, it still sees no row. Owners are not subject to it (decision 0038).
do $$
declare t text;
begin
  for t in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity
      and not has_table_privilege('wheelbook_app', c.oid, 'select, insert, update, delete')
  loop
    execute format('alter table %I enable row level security', t);
  end loop;
end $$;
