-- The report of maintenance done in time can be mailed too (decision 0098).
alter table report_subscriptions drop constraint report_subscriptions_report_check;
alter table report_subscriptions add constraint report_subscriptions_report_check
  check (report in ('costs', 'downtime', 'distance_costs', 'compliance'));
