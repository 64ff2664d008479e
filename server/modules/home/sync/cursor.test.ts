import { describe, expect, it } from 'vitest'
import { type Cursor, decodeCursor, encodeCursor, shortHash } from './cursor.ts'

const cursor: Cursor = {
  scopeHash: shortHash('a'),
  catalog: shortHash('b'),
  sinceXid: '123456789012345678',
  xid: '987654321098765432',
  type: 'manual_history',
  entityId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b@9007199254740991',
}

describe('sync cursor', () => {
  it('survives a round trip, within the 200 characters of the contract', () => {
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
    expect(encodeCursor(cursor).length).toBeLessThanOrEqual(200)
    const end = { ...cursor, type: '', entityId: '' }
    expect(decodeCursor(encodeCursor(end))).toEqual(end)
  })

  it.each([
    '',
    'abc',
    '%%%',
    encodeCursor({ ...cursor, xid: '1; drop' }),
    encodeCursor({ ...cursor, entityId: "'" }),
  ])('rejects %j', (text) => {
    expect(decodeCursor(text)).toBeUndefined()
  })
})
