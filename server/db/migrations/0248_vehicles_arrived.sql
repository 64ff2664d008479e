-- Transferred vehicles of a fleet, for cost per mile: without the index, all of its vehicles would be read from the table.
create index vehicles_arrived on vehicles (fleet_id, id) include (arrived_on) where arrived_on is not null;
