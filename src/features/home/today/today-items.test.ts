import { expect, it } from 'vitest'
import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { LINES_ON_DESKTOP } from './today-height.ts'
import { excerptOf, namedFaults, openGroups, type TodaySources, todayItems } from './today-items.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const nothing: TodaySources = {
  approvals: 0,
  openOrders: [],
  dueRows: [],
  documents: [],
  plateExpirations: new Map(),
  telematics: [],
  unsent: 0,
  vehicleNames: new Map([
    [1, 'Van 1'],
    [2, 'Van 2'],
  ]),
  allVehicleNames: new Map([
    [1, 'Van 1'],
    [2, 'Van 2'],
    [3, 'Deactivated van'],
  ]),
  now: NOW,
  dayOf: (instant) => new Date(instant).toISOString().slice(0, 10),
}
const anOrder = (id: number, vehicle_id: number, status: string, appointment_datetime: string) =>
  ({ id, vehicle_id, status, appointment_datetime, shop: { name: 'Main Street' } }) as never
const aDue = (
  vehicleId: number,
  due_date: string | null,
  tag = 'Past Due',
  snoozedUntil: string | null = null,
) => ({ vehicleId, interval: { due_date, tag }, snoozedUntil }) as UpcomingRow
let documents = 0
const aDocument = (
  vehicle_id: number,
  expiration_date: string | null,
  document_title: string | null = null,
  document_type = document_title === null ? 'registration' : 'other',
) => ({ id: String(++documents), vehicle_id, expiration_date, document_type, document_title }) as never
const kinds = (from: Partial<TodaySources>) => todayItems({ ...nothing, ...from }).map(({ kind }) => kind)

it('is empty when nothing needs the user', () => {
  expect(todayItems(nothing)).toEqual([])
})

it('ranks what stops others first, and unsent work on devices last', () => {
  const all = kinds({
    approvals: 2,
    unsent: 1,
    telematics: [{ vehicle_id: 2, fault_codes: [{ diagnostic: { name: 'P0301' } }] } as never],
    dueRows: [aDue(2, '2026-10-01')],
    documents: [aDocument(2, '2026-11-19')],
    openOrders: [
      anOrder(7, 1, 'initiated', '2026-11-10T12:00:00Z'),
      anOrder(8, 1, 'active', '2026-11-10T12:00:00Z'),
    ],
  })
  expect(all).toEqual(['approvals', 'late', 'missed', 'document', 'pastDue', 'faults', 'unsent'])
})

it('lists late vehicles by their days at the shop', () => {
  const openOrders = [
    anOrder(1, 1, 'approved', '2026-11-14T12:00:00Z'),
    anOrder(2, 2, 'active', '2026-11-01T12:00:00Z'),
    anOrder(3, 1, 'active', '2026-11-19T12:00:00Z'),
  ]
  expect(todayItems({ ...nothing, openOrders })).toMatchObject([
    { orderId: 2, days: 19 },
    { orderId: 1, days: 6 },
  ])
})

it('lists a deactivated vehicle that is still at a shop, or whose appointment was missed (DSH-044)', () => {
  const openOrders = [
    anOrder(1, 3, 'active', '2026-11-01T12:00:00Z'),
    anOrder(2, 3, 'initiated', '2026-11-10T12:00:00Z'),
  ]
  expect(todayItems({ ...nothing, openOrders })).toMatchObject([
    { kind: 'late', vehicle: 'Deactivated van' },
    { kind: 'missed', vehicle: 'Deactivated van' },
  ])
})

it('lists every missed appointment after Show all, because no other list has only them (DSH-041)', () => {
  const openOrders = [1, 2, 3, 4].map((id) => anOrder(id, 1, 'initiated', `2026-11-0${id}T12:00:00Z`))
  const { shown, whole } = excerptOf(todayItems({ ...nothing, openOrders }), 3)
  expect(shown).toHaveLength(3)
  expect(whole).toHaveLength(4)
})

it('lists each vehicle once that is past due by weeks, unless it is booked', () => {
  const dueRows = [
    aDue(1, '2026-11-01'),
    aDue(1, '2026-10-01'),
    aDue(2, '2026-11-10'),
    aDue(2, null),
    aDue(2, '2026-01-01', 'Upcoming'),
  ]
  expect(todayItems({ ...nothing, dueRows })).toMatchObject([{ kind: 'pastDue', weeks: 7 }])
  const openOrders = [anOrder(1, 1, 'initiated', '2026-12-01T12:00:00Z')]
  expect(kinds({ dueRows, openOrders })).toEqual([])
})

it('lists snoozed vehicles after the others that are past due (SVC-109)', () => {
  const dueRows = [aDue(1, '2026-09-01', 'Past Due', '2026-12-24'), aDue(2, '2026-11-01')]
  expect(todayItems({ ...nothing, dueRows })).toMatchObject([
    { row: { vehicleId: 2 } },
    { row: { vehicleId: 1 } },
  ])
})

it('lists documents that have expired or soon will, and nothing of vehicles that are not in use', () => {
  const documents = [
    aDocument(1, '2026-12-20'),
    aDocument(2, '2026-11-01'),
    aDocument(1, '2026-12-21', 'Trailer'),
    aDocument(1, null, 'Permit'),
    aDocument(3, '2026-11-01'),
  ]
  expect(todayItems({ ...nothing, documents })).toMatchObject([{ days: -19 }, { days: 30 }])
})

it('lists license plates that expire, as their reminders do', () => {
  const plateExpirations = new Map([
    [1, '2026-12-20'],
    [2, null],
    [3, '2026-11-21'],
  ])
  expect(todayItems({ ...nothing, plateExpirations })).toMatchObject([
    { kind: 'document', vehicle: 'Van 1', document: null, days: 30 },
  ])
})

it('says nothing of an expired document that was renewed', () => {
  expect(kinds({ documents: [aDocument(1, '2026-11-01'), aDocument(1, '2027-11-01')] })).toEqual([])
  const licenses = ['2026-11-01', '2027-11-01'].map((day) => aDocument(1, day, null, 'driver_license'))
  expect(kinds({ documents: licenses })).toEqual([])
})

it('hides a document that will expire behind a later one only if a vehicle has just one of its type', () => {
  const both = (type: string) => ['2026-11-21', '2030-11-21'].map((day) => aDocument(1, day, null, type))
  expect(kinds({ documents: both('registration') })).toEqual([])
  expect(kinds({ documents: both('vehicle_insurance') })).toEqual([])
  expect(kinds({ documents: both('driver_license') })).toEqual(['document'])
  expect(kinds({ documents: both('other') })).toEqual(['document'])
})

it('shows a line of each kind before a second one, and lists the rest after Show all (DSH-041)', () => {
  const openOrders = [1, 2, 3, 4].map((id) => anOrder(id, 1, 'active', `2026-11-0${id}T12:00:00Z`))
  const items = todayItems({
    ...nothing,
    openOrders,
    approvals: 1,
    dueRows: [aDue(2, '2026-10-01')],
    documents: ['2026-11-21', '2026-11-22', '2026-11-01'].map((day) => aDocument(1, day, `Permit ${day}`)),
  })
  const at = (lines: number) => excerptOf(items, lines)
  expect(at(3).shown.map(({ kind }) => kind)).toEqual(['approvals', 'late', 'document'])
  expect(at(6).shown).toMatchObject([
    { kind: 'approvals' },
    { kind: 'late', orderId: 1 },
    { kind: 'late', orderId: 2 },
    { kind: 'document', days: -19 },
    { kind: 'pastDue' },
    { kind: 'documents', isExpired: false, count: 2 },
  ])
  expect(at(3).whole.map(({ kind }) => kind)).toEqual([
    'approvals',
    ...['late', 'late', 'late', 'late'],
    'document',
    'pastDue',
    ...['document', 'document'],
  ])
  expect([...at(3).more]).toEqual([])
})

it('lists five of the kinds that have their own list, and counts only lines that it opens (DSH-041)', () => {
  const openOrders = [1, 2, 3, 4, 5, 6].map((id) => anOrder(id, 1, 'active', `2026-11-0${id}T12:00:00Z`))
  const { shown, whole, more } = excerptOf(todayItems({ ...nothing, openOrders }), LINES_ON_DESKTOP)
  expect(whole).toHaveLength(5)
  expect(whole).toEqual(expect.arrayContaining(shown))
  // Otherwise "Show all" would open nothing.
  expect(whole.length).toBeGreaterThan(shown.length)
  expect([...more]).toEqual(['late'])
  const missed = openOrders.map((order: object) => ({ ...order, status: 'initiated' }) as never)
  const listedHere = excerptOf(todayItems({ ...nothing, openOrders: missed }), LINES_ON_DESKTOP)
  expect(listedHere.whole).toHaveLength(6)
  expect(listedHere.more.size).toBe(0)
})

it('Show on the line of several documents lists exactly these, there (DSH-041)', () => {
  const documents = ['2026-11-21', '2026-11-22', '2026-11-01', '2026-11-02'].map((day) =>
    aDocument(1, day, `Permit ${day}`),
  )
  const { shown, whole } = excerptOf(todayItems({ ...nothing, documents, unsent: 1 }), LINES_ON_DESKTOP)
  expect(shown.map(({ kind }) => kind)).toEqual(['documents', 'documents', 'unsent'])
  expect(openGroups(shown, whole, [])).toEqual(shown)
  expect(openGroups(shown, whole, ['expiring'])).toMatchObject([
    { kind: 'documents', isExpired: true },
    { kind: 'document', days: 1 },
    { kind: 'document', days: 2 },
    { kind: 'unsent' },
  ])
})

it('names a fault that was reported several times once, with a count', () => {
  expect(namedFaults(['P0420', 'P0301', 'P0420'])).toEqual({ names: 'P0420 (2), P0301', more: 0 })
})

it('names three faults and counts the others', () => {
  const faults = ['P0420', 'P0301', 'P0420', 'P0100', 'P0560', 'P2263']
  expect(namedFaults(faults)).toEqual({ names: 'P0420 (2), P0301, P0100', more: 2 })
})
