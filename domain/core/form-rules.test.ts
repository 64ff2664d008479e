import { describe, expect, it } from 'vitest'
import { formFault, plainPhone } from './form-rules.ts'

describe('a field of a generic form', () => {
  it('must be filled in unless it is optional (ACC-117)', () => {
    expect(formFault({ value: ' ' }, 'US')).toBe('mustSelect')
    expect(formFault({ value: '', isOptional: true, kind: 'email' }, 'US')).toBeNull()
    expect(formFault({ value: 'x' }, 'US')).toBeNull()
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
    expect(formFault({ value, kind }, country)).toBe(fault)
  })

  it('may have to be the same as another (ACC-118)', () => {
    expect(formFault({ value: 'one', equals: 'other' }, 'US')).toBe('password_mismatch')
    expect(formFault({ value: 'one', equals: 'one' }, 'US')).toBeNull()
  })

  it('loses what people put between the digits of a phone number', () => {
    expect(plainPhone('(614) 555-0100')).toBe('6145550100')
    expect(plainPhone('614555010x')).toBe('614555010x')
  })
})
