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

test('VEH-099: letters and digits match joined, with a hyphen, or with a space', () => {
  const vehicles = ['2020 Ford F-150', '2019 Ford F150', '2021 Ford F 250', '2018 Mazda CX-5', 'Van 15']
  const found = (text: string) => filterOptions(vehicles, typing(text), asItIs)
  for (const text of ['f150', 'F-150', 'ford f 150']) expect(found(text), text).toEqual(vehicles.slice(0, 2))
  expect(found('cx5')).toEqual(['2018 Mazda CX-5'])
  expect(found('van15')).toEqual(['Van 15'])
  expect(found('2020 f')).toEqual(['2020 Ford F-150'])
})
