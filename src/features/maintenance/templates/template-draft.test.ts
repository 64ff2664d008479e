import { expect, test } from 'vitest'
import { codesByLine, codesOfLine, parseSchedule, toDraft, toItems } from './template-draft.ts'

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

test('errors stay with their interval when another one is removed', () => {
  const lines = toDraft(items, 'mi')
  const codes = codesByLine({ 'items.1.every': ['number'], items: ['too_many'] }, lines)
  expect(codes).toEqual({ '5.every': ['number'], items: ['too_many'] })
  expect(codesOfLine(codes, '5')).toEqual({ every: ['number'] })
  expect(codesOfLine(codes, '4')).toEqual({})
})

test('restores a draft with the revision that its user saw, but not one in another unit or without changes', () => {
  const initial = { lines: toDraft(items, 'mi'), unit: 'mi' as const, revision: 'new' }
  const [first, second] = initial.lines
  if (!first || !second) throw new Error('No lines')
  const typed = { lines: [{ ...first, every: '6' }, { ...second }], unit: 'mi' as const, revision: 'old' }
  const stored = JSON.parse(JSON.stringify(typed))
  expect(parseSchedule(stored, initial)).toEqual(typed)
  expect(parseSchedule({ ...stored, unit: 'km' }, initial)).toBeUndefined()
  expect(parseSchedule({ ...stored, lines: initial.lines }, initial)).toBeUndefined()
  expect(parseSchedule({ lines: 3 }, initial)).toBeUndefined()
})
