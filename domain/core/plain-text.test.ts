import { expect, test } from 'vitest'
import { plainCode, plainText } from './plain-text.ts'

test('texts are compared without case and accents', () => {
  expect(plainText('Équipe NORD')).toBe('equipe nord')
  expect(plainText('Garage Québec-Été 7')).toBe('garage quebec-ete 7')
  expect(plainText('ΟΔΟΣ')).toBe(plainText('οδος'))
})

test('a code of a newer server becomes words (ERR-012)', () => {
  expect(['on_hold', 'rear_left', 'front'].map(plainCode)).toEqual(['on hold', 'rear left', 'front'])
})
