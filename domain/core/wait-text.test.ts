import { expect, it } from 'vitest'
import { waitText } from './wait-text.ts'

it.each([
  [61, '2 minutes', '2 minutes'],
  [60, '1 minute', '1 minute'],
  [3541, '60 minutes', '60 minutes'],
  [7_201, '3 hours', '3 heures'],
  [86_400, '24 hours', '24 heures'],
])('formats a wait of %i s as whole minutes or hours, rounded up', (seconds, en, fr) => {
  const textOf = (language: 'en' | 'fr') => waitText(seconds, language).replaceAll(/\s/g, ' ')
  expect([textOf('en'), textOf('fr')]).toEqual([en, fr])
})
