import { expect, it } from 'vitest'
import type { ShopOp } from '#src/offline/shop/shop-db.ts'
import { type DraftLine, farFromLast, faultsOf } from './estimate-draft.ts'

const OIL = 1
const PADS = 2
const positionsOf = (id: number) => (id === PADS ? ['front', 'rear'] : [])
const aLine = (given: Partial<DraftLine> = {}): DraftLine => ({
  ...{ service_definition_id: OIL, position: '', price: '80.00', note: '', photos: [] },
  ...given,
})

it('says before an estimate is sent what the server would say after it: prices, positions, a service twice', () => {
  const pads = (position: string) => aLine({ service_definition_id: PADS, position })
  expect(faultsOf([aLine(), pads('front'), pads('rear')], positionsOf)).toEqual([null, null, null])
  expect(faultsOf([aLine(), pads(''), pads('rear'), pads('rear'), aLine()], positionsOf)).toEqual([
    ...[null, 'position', null, 'double', 'double'],
  ])
  for (const price of ['', '-5', '1,5', '1.234', '123456789'])
    expect(faultsOf([aLine({ price })], positionsOf)).toEqual(['price'])
})

it('asks about a corrected estimate of less than half or more than double the last one', () => {
  const last = (sent: string, price: string, ops: readonly ShopOp[] = []) =>
    farFromLast([aLine({ price })], { pre_tax_sub_total: sent }, ops)
  expect(last('580.75', '141.85')).toBe('580.75')
  expect(last('580.75', '290.38')).toBeNull()
  expect(last('580.75', '290.37')).toBe('580.75')
  expect(last('580.75', '1161.50')).toBeNull()
  expect(last('580.75', '1161.51')).toBe('580.75')
  expect(last('580.75', '0')).toBe('580.75')
  // Nothing to compare with.
  expect(last('0.00', '900.00')).toBeNull()
  // What still waits on the device is the last one.
  const waiting = [{ kind: 'estimate', body: { lines: [{ price: '100.00' }, { price: '20.00' }] } }]
  expect(last('580.75', '241.00', waiting as never)).toBe('120.00')
})
