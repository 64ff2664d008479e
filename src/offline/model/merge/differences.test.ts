import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'

const mine = (customer_comments: string) => ({
  fields: { odometer: 5, customer_comments },
  manifest: [],
  removedFileIds: [],
})
const row = (customer_comments: string) => ({ fields: { odometer: 5, customer_comments }, documentIds: [] })

describe('comments that earlier versions of the server stored with CR LF', () => {
  it('do not differ from the same comments', () => {
    expect(differences(null, mine('one\n\ntwo'), row('one\r\n\r\ntwo'))).toEqual([])
    expect(differences(null, mine('one\ntwo'), row('one\r\n\r\ntwo'))).toHaveLength(1)
  })

  it('were changed by one side only, if so', () => {
    const [found] = differences(row('one\r\ntwo'), mine('one\ntwo'), row('three'))
    expect(found?.changedBy).toBe('theirs')
  })
})
