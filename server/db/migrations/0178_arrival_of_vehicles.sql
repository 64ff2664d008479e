-- Readings follow a transferred vehicle to its new fleet, costs of orders do not (decision 54). So its cost per mile is
-- computed from the day of arrival. Null: the vehicle was added to its fleet.
alter table vehicles add column arrived_on date;
