import { expect, it } from 'vitest'
import type { TransferCandidate } from '#contract/fmc/transfers.ts'
import { addMoves, movableVehicles, removeMoves, toTransferPlan } from './transfer-plan.ts'

const vehicle = (id: number, fleetId: number): TransferCandidate => ({
  id,
  name: `Van ${id}`,
  vin: null,
  license_plate_number: null,
  other_id: null,
  is_active: true,
  fleet: { id: fleetId, name: `Fleet ${fleetId}` },
  open_order_id: null,
})

it('moves vehicles there and back, and names the fleets that they come from', () => {
  const [one, two, three] = [vehicle(1, 10), vehicle(2, 10), vehicle(3, 11)]
  const moved = addMoves(new Map(), [one, three])
  expect(movableVehicles([one, two, three], moved, 20)).toEqual([two])
  expect(toTransferPlan(moved, 20)).toEqual({
    vehicle_ids: [1, 3],
    old_fleet_ids: [10, 11],
    new_fleet_id: 20,
  })
  expect(toTransferPlan(removeMoves(moved, new Set([1])), 20)?.old_fleet_ids).toEqual([11])
})

it('sends nothing without a move or a destination, and does not offer vehicles of the destination', () => {
  expect(toTransferPlan(new Map(), 20)).toBeNull()
  expect(toTransferPlan(addMoves(new Map(), [vehicle(1, 10)]), undefined)).toBeNull()
  expect(movableVehicles([vehicle(1, 20)], new Map(), 20)).toEqual([])
})
