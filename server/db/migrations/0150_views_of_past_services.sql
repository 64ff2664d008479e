-- Saved views of the past tab (decision 71). Older servers pass them on, and older apps ignore them.
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check
  check (list in ('vehicles', 'due', 'active_orders', 'past_services'));
