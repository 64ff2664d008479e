import { expect, it } from 'vitest'
import { isNarrowed, pathOfRow, readOrdersView, resetOrdersView, writeOrdersView } from './orders-view.ts'

const row = { id: 5, status: 'approved', maintenance_type: 'FleetAdvise', vehicle: { id: 9 } }

// FMC-040, FMC-041, FMC-042
it('opens the approval, or the vehicle for a manual entry or a row without status', () => {
  expect(pathOfRow(row)).toBe('/orders/5/approvals')
  expect(pathOfRow({ ...row, status: '' })).toBe('/vehicles/9')
  expect(pathOfRow({ ...row, maintenance_type: 'Manually Entered' })).toBe('/vehicles/9')
})

// FMC-044, FMC-045, FMC-067
it('keeps filters in the URL, and ignores unknown values', () => {
  const view = {
    q: 'van',
    fleetId: 7,
    due: 'past_due' as const,
    status: 'approved' as const,
    stay: 'late' as const,
    sort: '-cost' as const,
    page: 3,
    size: 25,
  }
  expect(readOrdersView(writeOrdersView(view))).toEqual(view)
  expect(readOrdersView({ due: 'never', status: 'paid', stay: 'x', fleet: 'x', page: '-1' })).toEqual(
    resetOrdersView(),
  )
  expect([isNarrowed(view), isNarrowed({ ...resetOrdersView(), page: 4, size: 25 })]).toEqual([true, false])
})
