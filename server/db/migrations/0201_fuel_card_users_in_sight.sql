-- Users of a fuel-card account act in all of its fleets and belong to one. In the others the database hid them, so that
-- notes, readings and the activity log lost their names, approvals their user and the shop's page its contact.

-- Runs as the owner: the role of requests may not read accounts.
create function fuel_card_users() returns setof bigint language sql stable parallel safe security definer
set search_path = pg_catalog, public as $$
  select ua.user_id from public.fleets f
    join public.accounts a on a.id = f.account_id and a.is_active
    join public.user_accounts ua on ua.account_id = a.id
  where f.id = public.current_fleet() and f.deleted_at is null
$$;
revoke execute on function fuel_card_users from public;
grant execute on function fuel_card_users to wheelbook_app;

create policy users_of_the_account on users for select to wheelbook_app using (id in (select fuel_card_users()));
