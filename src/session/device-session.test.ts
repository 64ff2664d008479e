import { expect, test } from 'vitest'
import { urlAfter } from './device-session.ts'

const stored = (userId: number, fleetId: number) => JSON.stringify({ userId, fleetId })
const vehicle = 'https://app.example/vehicles/7/history?page=2'

test('a page of a record names its fleet when another tab switched to a different one', () => {
  const change = { oldValue: stored(1, 10), newValue: stored(1, 11) }
  expect(urlAfter(change, vehicle)).toBe(`${vehicle}&fleet=10`)
  expect(urlAfter(change, `${vehicle}&fleet=9`)).toBe(`${vehicle}&fleet=9`)
  const id = '01965f0e-0000-7000-8000-000000000001'
  for (const path of [`maintenance_history/${id}`, 'maintenance_schedule_details/7', 'orders/7/approvals'])
    expect(urlAfter(change, `https://app.example/${path}`)).toBe(`https://app.example/${path}?fleet=10`)
  const form = 'https://app.example/maintenance_history/new'
  expect(urlAfter(change, form)).toBe(form)
  const list = 'https://app.example/vehicles?show=active'
  expect(urlAfter(change, list)).toBe(list)
})

test('the URL stays when another tab signed out, or in as someone else', () => {
  expect(urlAfter({ oldValue: stored(1, 10), newValue: null }, vehicle)).toBe(vehicle)
  expect(urlAfter({ oldValue: stored(1, 10), newValue: stored(2, 11) }, vehicle)).toBe(vehicle)
})

test('the URL stays if a stored session is malformed', () => {
  for (const malformed of ['null', '{', '7', '"x"', '[]', '{"userId":1}'])
    for (const change of [
      { oldValue: malformed, newValue: stored(1, 11) },
      { oldValue: stored(1, 10), newValue: malformed },
    ])
      expect(urlAfter(change, vehicle)).toBe(vehicle)
})
