-- Two entries of the largest amounts came to more than the column held, and every later entry on the vehicle failed with 500.
alter table vehicles alter column ytd_maintenance_cost type numeric(20, 2);
