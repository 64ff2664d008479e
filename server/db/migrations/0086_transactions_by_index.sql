-- Lists and sums of transactions read nothing but this index; a month of a large company has tens of thousands of rows.
create index payment_activities_seen on payment_activities (fleet_id, created_at desc, id desc)
  include (kind, amount, order_id);
drop index payment_activities_fleet;
