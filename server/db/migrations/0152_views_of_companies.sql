-- Saved views of a management company's lists are stored under the user and the company (decision 102). Servers that do
-- not know them read and change the views of a fleet only.
alter table saved_views alter column fleet_id drop not null;
alter table saved_views add column affiliation_id bigint references affiliations (id) on delete cascade;
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check check (list in (
  'vehicles', 'due', 'active_orders', 'past_services', 'fmc_fleets', 'fmc_orders', 'fmc_users', 'fmc_transactions'));
alter table saved_views add constraint saved_views_place check (
  num_nonnulls(fleet_id, affiliation_id) = 1 and starts_with(list, 'fmc_') = (affiliation_id is not null));

create unique index saved_views_company_name on saved_views (user_id, affiliation_id, list, lower(name))
  where affiliation_id is not null;
create unique index saved_views_company_default on saved_views (user_id, affiliation_id, list)
  where affiliation_id is not null and is_default;
create index saved_views_affiliation on saved_views (affiliation_id) where affiliation_id is not null;
