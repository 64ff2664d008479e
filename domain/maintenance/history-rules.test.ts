import { describe, expect, it } from 'vitest'
import type { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { checkHistory, type HistoryFacts } from './history-rules.ts'

const facts: HistoryFacts = {
  country: 'US',
  today: '2026-06-15',
  services: new Map([
    [1, { positions: [] }],
    [2, { positions: ['front', 'rear'] }],
  ]),
  fileNames: [],
}
const entry = (given: Partial<ManualHistoryInput> = {}): ManualHistoryInput => ({
  vehicle_id: 5,
  custom_shop_name: 'Corner Garage',
  odometer: 1000,
  date_of_completion: '2026-06-15',
  vehicle_services: [{ service_definition_id: 1, price: '10' }],
  ...given,
})
const line = (given: object) =>
  entry({ vehicle_services: [{ service_definition_id: 2, price: '10', ...given }] })

describe('rules of a history entry, identical in form, outbox and server (OFF-021)', () => {
  it('accept a complete entry', () => {
    expect(checkHistory(entry({ zip: '43215' }), facts)).toEqual({})
    expect(checkHistory(line({ position: 'rear', service_miles: 1000 }), facts)).toEqual({})
  })

  it('reject a completion date after today (MHX-007)', () => {
    expect(checkHistory(entry({ date_of_completion: '2026-06-16' }), facts)).toEqual({
      date_of_completion: ['future'],
    })
  })

  it.each([
    ['US', '43215', {}],
    ['US', '43215-0001', {}],
    ['US', '4321', { zip: ['zip'] }],
    ['US', 'A1A 1A1', { zip: ['zip'] }],
    ['CA', 'A1A 1A1', {}],
    ['CA', 'a1a1a1', {}],
    ['CA', '43215', { zip: ['postal_code'] }],
  ] as const)('judge a code in %s: %s (MHX-011, MHX-012)', (country, zip, expected) => {
    expect(checkHistory(entry({ zip }), { ...facts, country })).toEqual(expected)
  })

  it('check services and their positions; a service without positions accepts any', () => {
    expect(checkHistory(line({ service_definition_id: 9 }), facts)).toEqual({
      'vehicle_services.0.service_definition_id': ['unknown'],
    })
    expect(checkHistory(line({ position: 'middle' }), facts)).toEqual({
      'vehicle_services.0.position': ['position'],
    })
    expect(checkHistory(line({ service_definition_id: 1, position: 'spare' }), facts)).toEqual({})
  })

  it('accept miles in the US and kilometers in Canada (MHX-039)', () => {
    expect(checkHistory(line({ service_kilometers: 5 }), facts)).toEqual({
      'vehicle_services.0.service_kilometers': ['unit'],
    })
    expect(checkHistory(line({ service_miles: 5 }), { ...facts, country: 'CA' })).toEqual({
      'vehicle_services.0.service_miles': ['unit'],
    })
  })

  it('allow five invoices, each name once (MHX-020, MHX-021)', () => {
    const named = (...fileNames: string[]) => checkHistory(entry(), { ...facts, fileNames })
    expect(named('1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf')).toEqual({})
    expect(named('1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf')).toEqual({
      maintenance_documents_attributes: ['max_files'],
    })
    expect(named('1.pdf', '1.pdf')).toEqual({ maintenance_documents_attributes: ['duplicate_file'] })
  })
})
