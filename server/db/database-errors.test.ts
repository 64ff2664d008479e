import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from './database-errors.ts'

const error = (code: string) => Object.assign(new Error('failed'), { code })

it.each(['28P01', '28000', '08006', '53300', '57P01'])(
  'a connection that is lost, or rejected while its password changes, counts as unavailable: %s',
  (code) => expect(isDatabaseUnavailable(error(code))).toBe(true),
)

it.each(['23505', '42501', '22P02'])('a failed statement does not count as unavailable: %s', (code) =>
  expect(isDatabaseUnavailable(error(code))).toBe(false),
)
