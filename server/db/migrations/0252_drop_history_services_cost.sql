-- Replaced by the index of 0241. In a transaction of its own, because dropping locks out readers.
drop index history_services_cost;
