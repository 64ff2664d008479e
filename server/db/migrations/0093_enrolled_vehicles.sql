-- The search of users looks at the names of the fuel-card-enrolled vehicles that they drive. Most fleets have none, which this
-- index tells at once.
create index vehicles_enrolled on vehicles (fleet_id, id) include (display_name) where fleetcor_enrolled;
