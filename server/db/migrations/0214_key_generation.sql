-- Part of the keys that the card gateway sees. A restored or promoted database lacks the last attempts, whose keys the gateway
-- knows, so every new epoch has other keys. The time, because the same backup may be restored twice. 0: no part.
alter table server_meta add column key_generation bigint not null default 0;

create function next_key_generation() returns trigger language plpgsql as $$
begin
  new.key_generation := greatest(old.key_generation + 1, extract(epoch from clock_timestamp())::bigint);
  return new;
end $$;
create trigger next_key_generation before update of epoch on server_meta for each row
  when (new.epoch is distinct from old.epoch) execute function next_key_generation();
