import { expect, it } from 'vitest'
import { withoutCorrected } from './reading-draft.ts'

it('a restored draft shows the errors of the fields that it did not correct', () => {
  const rejected = { value: '900', read_on: '2026-03-10' }
  const codes = { value: ['too_low'], read_on: ['in_future'] }
  expect(withoutCorrected(codes, rejected, rejected)).toEqual(codes)
  expect(withoutCorrected(codes, rejected, { ...rejected, value: '9000' })).toEqual({
    read_on: ['in_future'],
  })
  expect(withoutCorrected(codes, rejected, { value: '9000', read_on: '2026-03-09' })).toEqual({})
})
