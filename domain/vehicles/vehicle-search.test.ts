import { expect, it } from 'vitest'
import { searchedWords } from './vehicle-search.ts'

it('splits a search into its first eight different words, without accents and case', () => {
  expect(searchedWords(' Été  UNIT\tunit 7 ')).toEqual(['ete', 'unit', '7'])
  expect(searchedWords('a b c d e f g h i j')).toHaveLength(8)
  expect(searchedWords('  ')).toEqual([])
})
