-- What a search for services suggests first: what suits the class of the vehicle, then what fleets book most.
alter table service_definitions add column is_medium_heavy_only boolean not null default false;
update service_definitions set is_medium_heavy_only = true
where name_en in ('Air brake inspection and adjustment', 'Annual commercial vehicle inspection',
  'Chassis lubrication', 'Particulate filter cleaning', 'Wheel seal replacement');

-- Percent of the service that fleets book most for vehicles of the class. Computed over all fleets at night, so that no
-- request reads another fleet's orders.
create table service_demand (
  service_definition_id bigint not null references service_definitions (id) on delete cascade,
  vehicle_type_id text not null,
  percent int not null check (percent between 0 and 100),
  primary key (service_definition_id, vehicle_type_id)
);
grant select on service_demand to wheelbook_app;
