import { expect, test } from 'vitest'
import { addressAfter } from './device-session.ts'

const stored = (userId: number, fleetId: number) => JSON.stringify({ userId, fleetId })
const vehicle = 'https://app.example/vehicles/7/history?page=2'

test('a page of a record names its fleet when another tab switched to a different one', () => {
  const change = { oldValue: stored(1, 10), newValue: stored(1, 11) }
  expect(addressAfter(change, vehicle)).toBe(`${vehicle}&fleet=10`)
  expect(addressAfter(change, `${vehicle}&fleet=9`)).toBe(`${vehicle}&fleet=9`)
  const list = 'https://app.example/vehicles?show=active'
  expect(addressAfter(change, list)).toBe(list)
})

test('the address stays when another tab signed out, or in as someone else', () => {
  expect(addressAfter({ oldValue: stored(1, 10), newValue: null }, vehicle)).toBe(vehicle)
  expect(addressAfter({ oldValue: stored(1, 10), newValue: stored(2, 11) }, vehicle)).toBe(vehicle)
})
