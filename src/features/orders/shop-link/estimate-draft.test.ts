import { expect, it } from 'vitest'
import { type DraftLine, faultsOf } from './estimate-draft.ts'

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
