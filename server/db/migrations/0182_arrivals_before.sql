-- Vehicles that were transferred before migration 0178, or by an earlier version during the upgrade, arrived on the day of
-- their last transfer.
update vehicles v set arrived_on = (m.decided_at at time zone f.time_zone)::date
from (
  select distinct on (r.vehicle_id) r.vehicle_id, r.decided_at, t.new_fleet_id
  from vehicle_transfer_rows r join vehicle_transfers t on t.id = r.transfer_id
  where r.state = 'moved'
  order by r.vehicle_id, r.decided_at desc) m
  join fleets f on f.id = m.new_fleet_id
where v.id = m.vehicle_id and v.fleet_id = m.new_fleet_id
  and v.arrived_on is distinct from (m.decided_at at time zone f.time_zone)::date;
