import { expect, test } from 'vitest'
import { isInvalidAuthentication } from './rejections.ts'

test.each([
  'Invalid Email or password.',
  'Invalid email or password',
  'Courriel ou mot de passe incorrect.',
  'Email ou mot de passe invalide',
])('treats the message of a server without codes as wrong credentials: %s', (message) => {
  // ACC-052, ACC-053
  expect(isInvalidAuthentication({ code: 'refused', messages: [message] })).toBe(true)
})

test('recognizes wrong credentials by the code if there is one, regardless of the message', () => {
  expect(isInvalidAuthentication({ code: 'invalid_credentials', messages: [] })).toBe(true)
  expect(isInvalidAuthentication({ code: 'too_many', messages: ['Invalid email or password'] })).toBe(false)
  expect(isInvalidAuthentication({ code: 'refused', messages: ['Try later'] })).toBe(false)
})
