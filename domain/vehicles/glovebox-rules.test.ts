import { describe, expect, it } from 'vitest'
import type { GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import { checkGloveboxItem } from './glovebox-rules.ts'

const facts = { today: '2026-06-15', fileNames: ['license.pdf'] }
const item = (given: Partial<GloveboxItemInput> = {}): GloveboxItemInput => ({
  vehicle_id: 5,
  document_type: 'driver_license',
  ...given,
})

describe('rules of a glovebox item', () => {
  it.each([
    ['a license of a state', item({ state_id: 'QC', expiration_date: '2026-06-15' })],
    [
      'an insurance of an insurer',
      item({ document_type: 'vehicle_insurance', insurance_name: 'Harbor Mutual' }),
    ],
    [
      'another document with a title',
      item({ document_type: 'other', document_title: 'Permit', state_id: 'OH' }),
    ],
  ])('accept %s (GLV-026, GLV-027)', (_what, input) => {
    expect(checkGloveboxItem(input, facts)).toEqual({})
  })

  it.each([
    [item({ expiration_date: '2026-06-14' }), { expiration_date: ['past'] }],
    [item({ state_id: 'ZZ' }), { state_id: ['state_id'] }],
    [item({ insurance_name: 'Harbor Mutual' }), { insurance_name: ['not_for_type'] }],
    [item({ document_title: 'Mine' }), { document_title: ['not_for_type'] }],
    [item({ document_type: 'vehicle_insurance', state_id: 'OH' }), { state_id: ['not_for_type'] }],
  ])('reject invalid fields (GLV-012, GLV-026, GLV-027): %#', (input, codes) => {
    expect(checkGloveboxItem(input, facts)).toEqual(codes)
  })

  it('require a file (GLV-013), and accept a new one of the same name (GLV-004)', () => {
    expect(checkGloveboxItem(item(), { ...facts, fileNames: [] })).toEqual({
      glovebox_documents_attributes: ['required'],
    })
    expect(checkGloveboxItem(item(), { ...facts, fileNames: ['scan.pdf', 'scan.pdf'] })).toEqual({})
  })
})
