import { expect, test } from 'vitest'
import { prepared } from './prepared.ts'
import { sql } from './sql.ts'

test('a statement is planned once per connection, whatever its values', () => {
  const [first, second] = [7, 8].map((id) => prepared(sql`select name from users where id = ${id}`))
  expect(first?.name).toBeDefined()
  expect(second?.name).toBe(first?.name)
  expect(second?.values).toEqual([8])
})

test('a LIKE query is planned for each search term', () => {
  const { name, values } = prepared(sql`select id from users where search_text like ${'%79%'} limit 5`)
  expect(name).toBeUndefined()
  expect(values).toEqual(['%79%'])
})
