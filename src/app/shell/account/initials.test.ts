import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('the avatar shows the first two initials of the full name', () => {
  // BRD-060
  expect(initialsOf('Mary Ann Lee')).toBe('MA')
  expect(initialsOf('  élodie   Tremblay ')).toBe('ÉT')
  expect(initialsOf('Cher')).toBe('C')
  expect(initialsOf('Maxim 🧑‍🔧 Berg')).toBe('M🧑‍🔧')
  expect(initialsOf('E\u0301lodie Roy')).toBe('E\u0301R')
})
