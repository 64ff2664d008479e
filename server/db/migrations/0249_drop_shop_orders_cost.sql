-- Replaced by the index of 0238. In a transaction of its own, because dropping locks out readers.
drop index shop_orders_cost;
