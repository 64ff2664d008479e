-- The upcoming tab and the page of active maintenance have saved views too (decision 71).
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check check (list in (
  'vehicles', 'due', 'upcoming', 'active_orders', 'active_maintenances', 'past_services', 'users', 'transactions',
  'fmc_fleets', 'fmc_orders', 'fmc_users', 'fmc_transactions'));
