import { expect, test } from 'vitest'
import { filterOptions, rankOptions } from './filter-options.ts'

const people = ['Emily Reyes', 'Jada Reyes', 'Yesenia Baptiste', 'Ana Yés', 'Zoé Bélanger']
const typing = (inputValue: string) => ({ inputValue, getOptionLabel: (name: string) => name })
const asItIs = (name: string) => name

test('options that start with the typed letters come before those that contain them, ignoring accents', () => {
  expect(rankOptions(people, typing('yes'), asItIs)).toEqual([
    'Yesenia Baptiste',
    'Ana Yés',
    'Emily Reyes',
    'Jada Reyes',
  ])
  expect(rankOptions(people, typing('bel'), asItIs)).toEqual(['Zoé Bélanger'])
})

test('options in groups keep their order, and a list shows at most 50', () => {
  expect(filterOptions(people, typing('yes'), asItIs)[0]).toBe('Emily Reyes')
  const many = Array.from({ length: 80 }, (_, at) => `Van ${at}`)
  expect(rankOptions(many, typing(''), asItIs)).toEqual(many.slice(0, 50))
  expect(filterOptions(many, typing('van'), asItIs)).toHaveLength(50)
})
