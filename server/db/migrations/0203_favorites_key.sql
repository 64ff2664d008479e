-- The index exists already, so the table is locked only briefly.
alter table favorite_shops drop constraint favorite_shops_pkey,
  add constraint favorite_shops_pkey primary key using index favorite_shops_by_fleet;
