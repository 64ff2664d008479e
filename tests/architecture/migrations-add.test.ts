import { expect, it } from 'vitest'
import { findDestructiveMigrations } from './migrations-add.ts'

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
