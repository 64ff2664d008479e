import { expect, it } from 'vitest'
import { distanceUnitOf, toLanguage } from './locale.ts'

// BRD-024
it('reads every language code that the specification accepts, and no other', () => {
  expect(['en', 'en-CA', 'en_US', 'EN'].map(toLanguage)).toEqual(['en', 'en', 'en', 'en'])
  expect(['fr', 'fr-CA', 'fr_CA'].map(toLanguage)).toEqual(['fr', 'fr', 'fr'])
  expect(['', 'de', 'french', null, undefined].map(toLanguage)).toEqual(Array(5).fill(undefined))
})

// BRD-028
it('counts kilometers in Canada and miles in the US', () => {
  expect([distanceUnitOf('CA'), distanceUnitOf('US')]).toEqual(['km', 'mi'])
})
