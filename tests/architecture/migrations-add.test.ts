import { expect, it } from 'vitest'
import { findDestructiveMigrations, findLongLocks } from './migrations-add.ts'

const found = (text: string) => findDestructiveMigrations([{ name: '0999_x.sql', text }]).length

it.each([
  'drop table reminders;',
  'alter table vehicles\n  drop column search_text;',
  'alter table a rename column b to c;',
  'alter table a alter column b set not null;',
  'alter table a alter column b type bigint;',
  'alter table a add column b int not null, add column c int default 0;',
])('finds %j, which breaks a server that does not know it', (text) => {
  expect(found(text)).toBe(1)
})

it.each([
  '-- drop table reminders;\ncreate table a (b int not null);',
  'alter table a add column b int not null default 0;',
  'alter table a add column b int, add column c int;',
  'drop index a; create index b on c (d);',
])('accepts %j', (text) => {
  expect(found(text)).toBe(0)
})

it('accepts a migration that says that it does more than add, and no other that says so', () => {
  expect(found('-- not additive: version 12 stopped using it.\ndrop table reminders;')).toBe(0)
  expect(found('-- not additive:\ndrop table reminders;')).toBe(1)
  expect(found('-- not additive: no reason.\ncreate table a (b int);')).toBe(1)
})

const longLocks = (text: string) => findLongLocks([{ name: '0999_x.sql', text }]).length

it.each([
  'drop index a; create index b on c (d);',
  'create unique index b on c (d);\n-- Replaced.\ndrop index if exists a;',
  'alter table a drop constraint b, add constraint b check (c > 0);\nupdate a set c = 1;',
  'alter table a add constraint b check (c > 0); insert into a (c) select d from e;',
  'alter table a add check (c > 0); with x as (select 1) update a set c = 1;',
])('finds %j, which holds an exclusive lock during long work', (text) => {
  expect(longLocks(text)).toBe(1)
})

it.each([
  'drop index a; drop index b;',
  'create index b on c (d); create index e on c (f);',
  "alter table a drop constraint b, add constraint b check (c in ('x'));",
  'create table c (d int check (d > 0)); create index b on c (d); insert into c select 1; drop index a;',
  "alter table a add check (c > 0); insert into d values ('settings');",
  'drop index a; create function f() returns trigger as $$ begin update b set c = 1; end $$ language plpgsql;',
  'alter table a add check (c > 0); create trigger t after update of c on a for each row execute function f();',
])('accepts %j: the lock is held for a moment', (text) => {
  expect(longLocks(text)).toBe(0)
})

it('finds no long lock in the migrations', () => {
  expect(findLongLocks()).toEqual([])
})
