-- Staff of a management company add payment methods for fleets that are not their own.
alter table payment_methods drop constraint payment_methods_fleet_id_owner_id_fkey;
alter table payment_methods add constraint payment_methods_owner foreign key (owner_id) references users (id);
