import { expect, test } from 'vitest'
import { bytesOf, editTargetOf, entryNeedsAction, factsOf, rejectedReadingOf } from './entry-facts.ts'

test('a waiting entry is described with services, exact total, odometer and day', () => {
  const fields = {
    vehicle_services: [
      { service_definition_id: 3, price: '0.10' },
      { service_definition_id: 9, price: '0.2' },
    ],
    odometer: 84210,
    date_of_completion: '2026-03-14',
  }
  expect(factsOf({ payload: { fields } })).toMatchObject({
    serviceIds: [3, 9],
    total: '0.30',
    odometer: 84210,
    date: '2026-03-14',
  })
})

test('an entry that this version only partly understands is still shown', () => {
  const fields = { vehicle_services: 'none', odometer: 'far', document_type: 'passport' }
  expect(factsOf({ payload: { fields } })).toEqual({
    orderId: null,
    comments: null,
    serviceIds: [],
    total: null,
    odometer: null,
    date: null,
    documentType: null,
    documentNumber: null,
    isTakenBack: false,
  })
  expect(factsOf({ payload: null }).serviceIds).toEqual([])
})

test('an entry needs user action if it or one of its files is refused, in conflict, stuck or damaged', () => {
  // OFF-039
  const file = {
    opId: 'f',
    fileId: 'f',
    name: 'a.jpg',
    size: 10,
    uploaded: 0,
    trouble: null,
    isRemoved: false,
  }
  expect(entryNeedsAction({ state: 'rejected', files: [] })).toBe(true)
  expect(entryNeedsAction({ state: 'retry', files: [{ ...file, state: 'damaged' }] })).toBe(true)
  expect(entryNeedsAction({ state: 'retry', files: [{ ...file, state: 'pending' }] })).toBe(false)
  const removed = { ...file, state: 'pending', isRemoved: true } as const
  expect(bytesOf({ files: [{ ...file, state: 'pending' }, removed] })).toBe(10)
})

test('edit opens the form of the entry; a deletion has none', () => {
  // OFF-045
  const entry = { entityId: 'abc', vehicleId: 5 }
  expect(editTargetOf({ ...entry, kind: 'history.create' })?.to).toBe('/maintenance_history/$historyId')
  expect(editTargetOf({ ...entry, kind: 'glovebox.update' })).toMatchObject({
    params: { vehicleId: '5' },
    search: { document: 'abc' },
  })
  expect(editTargetOf({ ...entry, kind: 'history.delete' })).toBeUndefined()
})

test('a reading that was rejected by field can be corrected; one that waits, or was rejected otherwise, cannot', () => {
  // OFF-039
  const fields = { vehicle_id: 5, value: 56_000, unit: 'km', read_on: '2026-12-01' }
  const codes = { read_on: ['future'] }
  const trouble = { class: 'rejected', status: 422, code: 'validation', fields: codes, at: 0 } as const
  const entry = { kind: 'reading.create', state: 'rejected', trouble, payload: { fields } } as const
  expect(rejectedReadingOf(entry)).toEqual({ value: 56_000, unit: 'km', read_on: '2026-12-01', codes })
  expect(rejectedReadingOf({ ...entry, state: 'pending' })).toBeUndefined()
  expect(rejectedReadingOf({ ...entry, kind: 'void.create' })).toBeUndefined()
  expect(rejectedReadingOf({ ...entry, trouble: { ...trouble, fields: undefined } as never })).toBeUndefined()
  expect(rejectedReadingOf({ ...entry, payload: { fields: { value: 'far' } } })).toBeUndefined()
})
