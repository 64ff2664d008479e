-- Replaced by the indexes of 0238. In a transaction of its own, because dropping locks out readers.
drop index shop_orders_cost;
drop index manual_histories_cost;
drop index order_services_cost;
drop index history_services_cost;
