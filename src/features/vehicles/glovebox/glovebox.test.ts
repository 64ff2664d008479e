import { describe, expect, test } from 'vitest'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { daysLeft, expiryState, iconState } from './expiry.ts'
import {
  checkGloveboxDraft,
  emptyGloveboxDraft,
  type GloveboxDraft,
  parseGloveboxDraft,
  toGloveboxDraft,
  toGloveboxFields,
} from './form/glovebox-draft.ts'

const today = '2026-03-14'
const anItem = (own: Partial<GloveboxItem> = {}): GloveboxItem => ({
  id: 'a',
  vehicle_id: 7,
  document_type: 'registration',
  document_title: null,
  document_number: null,
  expiration_date: null,
  state_id: null,
  insurance_name: null,
  expires_in_days: null,
  glovebox_documents: [],
  created_by_name: null,
  updated_at: '2026-01-01T00:00:00Z',
  rev: 1,
  ...own,
})

describe('the expiry of a document', () => {
  test('GLV-012, GLV-018: its last day is not expired, and 60 days left is not expiring', () => {
    const state = (expiration_date: string | null) => expiryState(daysLeft({ expiration_date }, today))
    expect(state(null)).toBe('none')
    expect(state('2026-03-13')).toBe('expired')
    expect(state('2026-03-14')).toBe('expiring')
    expect(state('2026-05-12')).toBe('expiring')
    expect(state('2026-05-13')).toBe('valid')
  })

  test('GLV-017, GLV-018, GLV-019: the icon of a type is active, expiring or faded', () => {
    const items = [anItem({ expiration_date: '2026-05-13' }), anItem({ document_type: 'other' })]
    expect(iconState(items, 'registration', today)).toBe('active')
    expect(iconState(items, 'other', today)).toBe('active')
    expect(iconState(items, 'driver_license', today)).toBe('missing')
    expect(iconState([...items, anItem({ expiration_date: '2026-05-12' })], 'registration', today)).toBe(
      'expiring',
    )
  })
})

describe('the document form', () => {
  const aDraft = (own: Partial<GloveboxDraft> = {}): GloveboxDraft => ({
    ...emptyGloveboxDraft('registration'),
    document_number: 'A1',
    state_id: 'OH',
    insurance_name: 'Four Rivers',
    document_title: 'Lease',
    ...own,
  })
  const facts = { vehicleId: 7, fileName: 'a.pdf', now: new Date(2026, 2, 14, 12) }
  const codesFor = (own: Partial<GloveboxDraft>, more: Partial<typeof facts> = {}) => {
    const check = checkGloveboxDraft(aDraft(own), { ...facts, ...more })
    return check.ok ? {} : check.codes
  }

  test('GLV-026, GLV-027: sends an insurer for insurance, a state for the others, a title for other types', () => {
    expect(toGloveboxFields(aDraft(), 7)).toEqual({
      vehicle_id: 7,
      document_type: 'registration',
      document_number: 'A1',
      state_id: 'OH',
    })
    expect(toGloveboxFields(aDraft({ document_type: 'vehicle_insurance' }), 7)).toEqual({
      vehicle_id: 7,
      document_type: 'vehicle_insurance',
      document_number: 'A1',
      insurance_name: 'Four Rivers',
    })
    expect(toGloveboxFields(aDraft({ document_type: 'other' }), 7)).toMatchObject({ document_title: 'Lease' })
  })

  test('GLV-011, GLV-012, GLV-013: rejects spaces in the number, a past date, and a document without a file', () => {
    expect(codesFor({ document_number: 'A 1' })).toEqual({ document_number: ['no_spaces'] })
    expect(codesFor({ expiration_date: '2026-03-13' })).toEqual({ expiration_date: ['past'] })
    expect(codesFor({ expiration_date: '2026-03-14' })).toEqual({})
    expect(codesFor({}, { fileName: '' })).toEqual({ glovebox_documents_attributes: ['required'] })
  })

  test('a draft keeps the revision that the edit started from; a draft of an older version is read, other text is not', () => {
    const draft = aDraft({ basis: { rev: 3, opId: null } })
    expect(parseGloveboxDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
    const { basis: _, ...older } = aDraft()
    expect(parseGloveboxDraft(older)).toMatchObject({ document_number: 'A1', basis: null })
    expect(parseGloveboxDraft({ document_number: 'A1' })).toBeUndefined()
  })

  test('an existing document fills the form and is sent back unchanged', () => {
    const item = anItem({ document_number: 'B2', expiration_date: '2027-01-01', state_id: 'QC' })
    expect(toGloveboxFields(toGloveboxDraft({ row: item, basis: { rev: 1, opId: null } }), 7)).toEqual({
      vehicle_id: 7,
      document_type: 'registration',
      document_number: 'B2',
      expiration_date: '2027-01-01',
      state_id: 'QC',
    })
  })
})
