-- The cost of a mile is worked out from now on: all work that is known over the distance of the odometer log. Large amounts
-- over a short way came to more than the column held.
alter table vehicles alter column cost_per_mile type numeric(20, 4);
