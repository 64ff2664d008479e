import { describe, expect, it } from 'vitest'
import { emptyDraft, parseDraft, readSignUp, type SignUpDraft, toPayload } from './sign-up-form.ts'

const draft: SignUpDraft = {
  ...emptyDraft,
  companyName: ' Northgate Couriers ',
  carCount: '12',
  firstName: 'Ada',
  lastName: 'Person',
  email: 'A@B.COM',
  phoneNumber: '6145550100',
  zipCode: '43215',
  terms: true,
}
const passwords = { password: 'secret', confirmPassword: 'secret' }
const faultsOf = (given: Partial<SignUpDraft & typeof passwords>, country: 'US' | 'CA' = 'US') =>
  readSignUp({ ...draft, ...given }, { ...passwords, ...given }, country).faults

describe('the sign-up form', () => {
  it('sends its content as the server expects it (ACC-091, ACC-092)', () => {
    const { fields, faults } = readSignUp(draft, passwords, 'US')
    expect(faults).toEqual({})
    expect(fields && toPayload(fields, draft, 'US', undefined)).toEqual({
      companyName: 'Northgate Couriers',
      carCount: 12,
      firstName: 'Ada',
      lastName: 'Person',
      email: 'a@b.com',
      phoneNumber: '6145550100',
      zipCode: '43215',
      ...passwords,
      acceptedTermsAndConditions: true,
      communicationPreferencesInFrench: false,
    })
  })

  it.each([
    [{ companyName: ' ' }, { companyName: ['required'] }],
    [{ firstName: '' }, { firstName: ['name'] }],
    [{ lastName: '' }, { lastName: ['name'] }],
    [{ email: 'abc' }, { email: ['email'] }],
    [{ phoneNumber: '614555010' }, { phoneNumber: ['phone'] }],
    [{ phoneNumber: '61455501000' }, { phoneNumber: ['phone'] }],
    [{ carCount: '-1' }, { carCount: ['car_count'] }],
    [{ carCount: '1.5' }, { carCount: ['car_count'] }],
    [{ carCount: '' }, { carCount: ['required'] }],
    [{ carCount: '0' }, {}],
    [{ zipCode: '1234' }, { zipCode: ['zip'] }],
    [{ zipCode: '12345-6789' }, {}],
    [{ password: 'tiny5', confirmPassword: 'tiny5' }, { password: ['password_short'] }],
    [{ confirmPassword: 'another' }, { confirmPassword: ['password_mismatch'] }],
  ])('reports for %j: %j (ACC-075 to ACC-085)', (given, faults) => {
    expect(faultsOf(given)).toEqual(faults)
  })

  it('requires a postal code in Canada, accepts any spelling, and sends it normalized (ACC-082, ACC-083)', () => {
    expect(faultsOf({ zipCode: '12345' }, 'CA')).toEqual({ zipCode: ['postal_code'] })
    const { fields } = readSignUp({ ...draft, zipCode: 'a1a1a1' }, passwords, 'CA')
    expect(fields?.zipCode).toBe('A1A 1A1')
  })

  it('restores the valid parts of a stored form', () => {
    expect(parseDraft({ companyName: 'Northgate', carCount: 7, other: 1 })).toEqual({
      ...emptyDraft,
      companyName: 'Northgate',
    })
    expect(parseDraft(null)).toEqual(emptyDraft)
  })
})
