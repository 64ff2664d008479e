import { expect, test } from 'vitest'
import type { FleetName } from '#contract/access/fleet.ts'
import { currentFleetFind } from './recent-finds.ts'

test('a recent fleet has its current name, and is not listed once it no longer exists', () => {
  const find = { key: 'fleet:4', title: 'Harbor', detail: '', href: '/fleets/4' }
  const fleets = [{ id: 4, name: 'Harbor North' }] as FleetName[]
  expect(currentFleetFind(find, fleets)).toEqual({ ...find, title: 'Harbor North' })
  expect(currentFleetFind(find, [])).toBeUndefined()
  // Before the fleets are loaded, it is not known.
  expect(currentFleetFind(find, undefined)).toEqual(find)
})
