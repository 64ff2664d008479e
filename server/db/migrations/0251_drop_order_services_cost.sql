-- Replaced by the index of 0240. In a transaction of its own, because dropping locks out readers.
drop index order_services_cost;
