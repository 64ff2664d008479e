import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

describe('redaction of error texts in logs and job tables', () => {
  it.each([
    ['550 5.1.1 <ada.person+x@mail.example.com> unknown', 'ada.person'],
    ['connect postgres://wheel:s3cretpass@db:5432/x', 's3cretpass'],
    ['authorization: Bearer abc.def-ghi', 'abc.def'],
    ['invalid VIN 1FTFW1ET5DFC10312 in row 3', '1FTFW1ET5DFC10312'],
    ['not a mobile number: +16145550111', '6145550111'],
    ['not a mobile number: (614) 555-0111', '555-0111'],
    ['bad token 4f2a9c1e0b7d4f2a9c1e0b7d4f2a9c1e0b7d', '4f2a9c1e0b7d'],
  ])('%s: contains no personal data', (text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })

  it.each([
    'request 3f0d3c0e-1111-4222-8333-444455556666 of user 4711 in fleet 12',
    'canceling statement due to statement timeout',
    'duplicate key value violates unique constraint "manual_maintenance_histories_pkey"',
    'at transaction (file:///app/server/db/database.ts:61:22)',
  ])('%s: remains readable', (text) => {
    expect(redact(text)).toBe(text)
  })
})
