import { expect, it } from 'vitest'
import { newId } from '#src/offline/model/ids.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import {
  changeLine,
  changeOf,
  type DraftLine,
  type FinishDraft,
  lineErrors,
  needsNewApproval,
  parseEstimate,
  rejectedCompletion,
  rejectedLinesOf,
  removedFrom,
  restOfFinish,
  revOnChange,
  toDraft,
  toFinalLines,
  totalsOf,
  unusualTotal,
} from './estimate-draft.ts'

const OIL = 1
const PADS = 2
const positionsOf = (id: number) => (id === PADS ? ['front', 'rear'] : [])
const aLine = (given: Partial<DraftLine> = {}): DraftLine => ({
  key: newId(),
  service_definition_id: OIL,
  position: '',
  price: '80.00',
  note: '',
  photos: [],
  ...given,
})

it('reports before sending what the server would reject: prices, positions, a duplicate service', () => {
  const pads = (position: string) => aLine({ service_definition_id: PADS, position })
  expect(lineErrors([aLine(), pads('front'), pads('rear')], positionsOf)).toEqual([null, null, null])
  expect(lineErrors([aLine(), pads(''), pads('rear'), pads('rear'), aLine()], positionsOf)).toEqual([
    null,
    'position',
    null,
    'double',
    'double',
  ])
  for (const price of ['', '-5', '1,5', '1.234', '123456789'])
    expect(lineErrors([aLine({ price })], positionsOf)).toEqual(['price'])
  expect(lineErrors([aLine({ price: '100000.00' })], positionsOf)).toEqual([null])
  expect(lineErrors([aLine({ price: '100000.01' })], positionsOf)).toEqual(['price_too_high'])
})

it('asks for confirmation of a corrected estimate of less than half or more than double the last one', () => {
  const last = (sent: string, price: string, ops: readonly ShopOp[] = []) =>
    unusualTotal([aLine({ price })], { pre_tax_sub_total: sent }, ops)
  expect(last('580.75', '141.85')).toBe('580.75')
  expect(last('580.75', '290.38')).toBeNull()
  expect(last('580.75', '290.37')).toBe('580.75')
  expect(last('580.75', '1161.50')).toBeNull()
  expect(last('580.75', '1161.51')).toBe('580.75')
  expect(last('580.75', '0')).toBe('580.75')
  // Nothing to compare with.
  expect(last('0.00', '900.00')).toBeNull()
  // A waiting estimate counts as the last one.
  const waiting = [{ kind: 'estimate', body: { lines: [{ price: '100.00' }, { price: '20.00' }] } }]
  expect(last('580.75', '241.00', waiting as never)).toBe('120.00')
  // A rejected one does not: the fleet has the order's lines.
  const rejected = waiting.map((op) => ({ ...op, refused: { code: 'estimate_changed' } }))
  expect(last('580.75', '120.00', rejected as never)).toBe('580.75')
  expect(last('130.00', '241.00', [...waiting, ...rejected] as never)).toBe('120.00')
})

it("computes the order's totals with its promotion, and without one below its minimum", () => {
  const totals = (price: string, minimum: string) =>
    totalsOf([aLine({ price })], {
      tax_percent: 13,
      promotion: { percent_off: '10.0', amount_off: null, minimum },
    })
  expect(totals('100.00', '0.00')).toEqual({
    subTotal: '100.00',
    discount: '10.00',
    tax: '11.70',
    total: '101.70',
  })
  expect(totals('100.00', '100.01')).toMatchObject({ discount: '0.00', total: '113.00' })
  expect(totalsOf([aLine()], { tax_percent: 13, promotion: null })).toMatchObject({ total: '90.40' })
})

it('adds a prepared photo to its own line, even if other lines were removed meanwhile', () => {
  const [oil, pads] = [aLine(), aLine({ service_definition_id: PADS, position: 'front' })]
  const photo = {
    id: newId(),
    file_name: 'pads.jpg',
    content_type: 'image/jpeg',
    byte_size: 1,
    sha256: 'a',
  } as const
  const addPhoto = (line: DraftLine) => ({ ...line, photos: [...line.photos, photo] })
  // The photo was chosen for the second line; the first one is removed before the photo is ready.
  expect(changeLine([pads], pads.key, addPhoto)).toEqual([{ ...pads, photos: [photo] }])
  // The photo's line was removed: the photo is dropped, and added to no other line.
  expect(changeLine([oil], pads.key, addPhoto)).toEqual([oil])
})

it('gives lines that an earlier build stored without ids an id each, and ignores anything else', () => {
  const { key: _key, ...early } = aLine()
  const keys = parseEstimate({ lines: [early, early] })?.lines.map(({ key }) => key) ?? []
  expect(new Set(keys).size).toBe(2)
  for (const broken of [null, [], { lines: [{}] }, { lines: 'x' }])
    expect(parseEstimate(broken)).toBeUndefined()
})

it('restores the revision of the order with which a draft began, which earlier builds did not store', () => {
  const lines = [aLine()]
  expect(parseEstimate({ lines, rev: 4 })).toEqual({ lines, rev: 4 })
  expect(parseEstimate({ lines })).toEqual({ lines })
})

it('reports which lines of the final bill differ from the approved ones, and whether the fleet must approve again', () => {
  const approved = (service_definition_id: number, total: string) => ({
    service_definition_id,
    position: null,
    total,
  })
  const order = {
    lines: [approved(OIL, '80.00'), approved(3, '20.00')],
    rejected_lines: [],
    tax_percent: 0,
    promotion: null,
    pre_tax_sub_total: '100.00',
    total: '100.00',
  } as never
  const same = [aLine({ price: '80' }), aLine({ service_definition_id: 3, price: '20.00' })]
  expect(same.map((line) => changeOf(line, order))).toEqual([null, null])
  expect(needsNewApproval(same, order)).toBe(false)
  const dearer = [aLine({ price: '80.01' }), aLine({ service_definition_id: 3, price: '20.00' })]
  expect(dearer.map((line) => changeOf(line, order))).toEqual([{ approved: '80.00' }, null])
  expect(needsNewApproval(dearer, order)).toBe(true)
  const other = [aLine({ price: '70' }), aLine({ service_definition_id: PADS, price: '29' })]
  expect(other.map((line) => changeOf(line, order))).toEqual([{ approved: '80.00' }, 'new'])
  expect(removedFrom(other, order)).toHaveLength(1)
  // Added work needs approval at any price; cheaper and removed lines do not (ruling 37).
  expect(needsNewApproval(other, order)).toBe(true)
  expect(needsNewApproval([aLine({ price: '70' })], order)).toBe(false)
})

it('compares with the approval, not with a corrected bill that costs less (APR-082)', () => {
  const oil = { service_definition_id: OIL, position: null }
  const pads = { service_definition_id: PADS, position: 'rear', total: '20.00' }
  const order = {
    lines: [{ ...oil, total: '60.00' }],
    rejected_lines: [],
    approval: { total: '100.00', lines: [{ ...oil, total: '80.00' }, pads] },
    tax_percent: 0,
    promotion: null,
    total: '60.00',
  } as never
  const linesOf = (price: string) => [
    aLine({ price }),
    aLine({ service_definition_id: PADS, position: 'rear', price: '20.00' }),
  ]
  expect(needsNewApproval(linesOf('80.00'), order)).toBe(false)
  expect(linesOf('70.00').map((line) => changeOf(line, order))).toEqual([{ approved: '80.00' }, null])
  expect(needsNewApproval(linesOf('80.01'), order)).toBe(true)
  expect(removedFrom([aLine()], order)).toEqual([pads])
})

it('compares the totals with promotion and tax, as the server does (ruling 28)', () => {
  const lines = (...prices: string[]) =>
    prices.map((price, n) => aLine({ service_definition_id: n + 1, price }))
  const approved = (prices: string[], terms: object) => {
    const order = { lines: lines(...prices), tax_percent: 7.25, promotion: null, ...terms }
    return { ...order, total: totalsOf(lines(...prices), order).total } as never
  }
  // The tax of each line is rounded: the same subtotal costs a cent more.
  const taxed = approved(['100', '60'], {})
  expect(needsNewApproval(lines('90', '70'), taxed)).toBe(true)
  expect(needsNewApproval(lines('100', '60'), taxed)).toBe(false)
  // Below its minimum, the promotion takes nothing off. At its minimum, a higher subtotal costs less.
  const promotion = { percent_off: null, amount_off: '50.00', minimum: '150.00' }
  const promoted = approved(['100', '60'], { promotion })
  expect(needsNewApproval(lines('100', '40'), promoted)).toBe(true)
  expect(needsNewApproval(lines('100', '40'), approved(['100', '45'], { promotion }))).toBe(false)
  expect(needsNewApproval(lines('100', '50'), approved(['100', '45'], { promotion }))).toBe(false)
  // The approved services keep their share of the discount (APR-086).
  const kept = { ...promotion, approved_sub_total: '160.00' }
  expect(needsNewApproval(lines('100', '40'), approved(['100', '60'], { promotion: kept }))).toBe(false)
})

it('requires approval of a service that the fleet rejected, at any price, also for a queued entry', () => {
  const rejected = { service_definition_id: PADS, position: 'rear', name_en: 'Brake pads' }
  const order = {
    lines: [{ service_definition_id: OIL, position: null, total: '80.00' }],
    rejected_lines: [rejected],
    tax_percent: 0,
    promotion: null,
    pre_tax_sub_total: '80.00',
    total: '80.00',
  } as never
  const pads = (position: string) => aLine({ service_definition_id: PADS, position, price: '1.00' })
  const oil = aLine({ price: '70.00' })
  expect(changeOf(pads('rear'), order)).toBe('rejected')
  expect(changeOf(pads('front'), order)).toBe('new')
  expect(rejectedLinesOf([oil, pads('rear')], order)).toEqual([rejected])
  expect(needsNewApproval([oil, pads('rear')], order)).toBe(true)
  expect(needsNewApproval([oil, pads('front')], order)).toBe(true)
  expect(needsNewApproval(toFinalLines([oil, pads('rear')]), order)).toBe(true)
})

it('keeps the photos of a line that waits in a bill, because a bill has none and an estimate replaces them', () => {
  const photo = { id: newId(), file_name: 'a.jpg', content_type: 'image/jpeg', byte_size: 1, sha256: 'a' }
  const known = { service_definition_id: PADS, position: 'rear', price: '80.00', photos: [photo] }
  const bill: ShopOp = {
    id: newId(),
    kind: 'complete',
    refused: null,
    body: { lines: toFinalLines([aLine({ service_definition_id: PADS, position: 'rear', price: '120' })]) },
  }
  const [line] = toDraft({ lines: [known] } as never, [bill])
  expect(line).toMatchObject({ price: '120', photos: [photo] })
})

const opOf = (kind: ShopOp['kind'], body: object, refused: ShopOp['refused']): ShopOp => ({
  id: newId(),
  kind,
  body: { ...body },
  refused,
})

it('returns a refused completion and its invoice to the form', () => {
  const bill = {
    id: newId(),
    file_name: 'bill.pdf',
    content_type: 'application/pdf',
    byte_size: 1,
    sha256: 'a',
  }
  const complete = { odometer: 41_900, invoice_number: 'Q-1' }
  const invoice = { invoice_number: 'Q-1', documents: [bill] }
  const order = { lines: [], rev: 4 }
  expect(
    rejectedCompletion(order, [opOf('complete', complete, null), opOf('invoice', invoice, null)]),
  ).toBeNull()
  const refused = { code: 'order_status' }
  expect(
    rejectedCompletion(order, [opOf('complete', complete, refused), opOf('invoice', invoice, refused)])
      ?.value,
  ).toEqual({ odometer: '41900', number: 'Q-1', files: [bill], lines: null, rev: 4 })
})

it('bases restored lines on what the shop sees when they come back, not when they are sent (APR-081)', () => {
  const order = { lines: [], rev: 4 }
  const complete = { lines: [{ service_definition_id: OIL, price: '80.00' }] }
  const restored = (code: string) => rejectedCompletion(order, [opOf('complete', complete, { code })])?.value
  expect(restored('order_status')?.rev).toBe(4)
  // The newer bill is not loaded yet.
  expect(restored('estimate_changed')?.rev).toBeUndefined()
  expect(revOnChange({ rev: 6 }, { isFirst: false, rev: 4 })).toBe(4)
  expect(revOnChange({ rev: 6 }, { isFirst: false })).toBe(6)
  expect(revOnChange({ rev: 6 }, { isFirst: true, rev: 4 })).toBe(6)
})

it('keeps in the completion form what was typed or added while it was being stored', () => {
  const fileOf = (id: string) =>
    ({ id, file_name: `${id}.pdf`, content_type: 'application/pdf', byte_size: 1, sha256: 'a' }) as const
  const sent: FinishDraft = { odometer: '41900', number: '', files: [fileOf('a')], lines: [aLine()] }
  expect(restOfFinish(sent, sent)).toEqual({ ...sent, files: [], lines: null })
  const lines = [aLine({ price: '70.00' })]
  const now = { odometer: '41900', number: 'Q-1', files: [fileOf('a'), fileOf('b')], lines }
  expect(restOfFinish(now, sent)).toEqual({ ...now, files: [fileOf('b')] })
})
