-- The act by which a reading was taken out of use: the same act again is no second one, another one is told that it is late.
alter table odometer_readings add column void_act_id uuid;
