-- Replaced by the index of 0239. In a transaction of its own, because dropping locks out readers.
drop index manual_histories_cost;
