import { expect, test } from 'vitest'
import { toDraft, toItems } from './template-draft.ts'

const items = [
  { id: 4, service_ids: [1, 2], every_miles: 5000, every_kilometers: 8000, every_months: 6 },
  { id: 5, service_ids: [3], every_miles: null, every_kilometers: null, every_months: 36 },
]

test('a schedule passes through the form unchanged, in the unit of the fleet', () => {
  expect(toItems(toDraft(items, 'mi'))).toEqual([
    { id: 4, service_ids: [1, 2], every: 5000, every_months: 6 },
    { id: 5, service_ids: [3], every: null, every_months: 36 },
  ])
  expect(toItems(toDraft(items, 'km'))[0]).toMatchObject({ every: 8000 })
})

test('sends a new item without an id, and empty limits as null', () => {
  const [line] = toItems([{ key: 'n', id: undefined, service_ids: [7], every: ' ', every_months: '12' }])
  expect(line).toEqual({ service_ids: [7], every: null, every_months: 12 })
})
