import { describe, expect, it } from 'vitest'
import { normalizePhone, validateFormField } from './form-rules.ts'

describe('a field of a generic form', () => {
  it('must be filled in unless it is optional (ACC-117)', () => {
    expect(validateFormField({ value: ' ' }, 'US')).toBe('mustSelect')
    expect(validateFormField({ value: '', isOptional: true, kind: 'email' }, 'US')).toBeNull()
    expect(validateFormField({ value: 'x' }, 'US')).toBeNull()
  })

  it.each([
    ['email', 'abc', 'US', 'email'],
    ['email', 'a@b.co', 'US', null],
    ['phone', '614555010', 'US', 'phone'],
    ['phone', '61455501000', 'US', 'phone'],
    ['phone', '6145550100', 'US', null],
    ['zip', '1234', 'US', 'zip'],
    ['zip', '12345-6789', 'US', null],
    ['zip', '12345', 'CA', 'postal_code'],
    ['zip', 'a1a1a1', 'CA', null],
  ] as const)('as %s takes %s in %s: %s (ACC-118)', (kind, value, country, fault) => {
    expect(validateFormField({ value, kind }, country)).toBe(fault)
  })

  it('can be required to match another one (ACC-118)', () => {
    expect(validateFormField({ value: 'one', equals: 'other' }, 'US')).toBe('password_mismatch')
    expect(validateFormField({ value: 'one', equals: 'one' }, 'US')).toBeNull()
  })

  it('ignores separators in a phone number', () => {
    expect(normalizePhone('(614) 555-0100')).toBe('6145550100')
    expect(normalizePhone('614555010x')).toBe('614555010x')
  })
})
