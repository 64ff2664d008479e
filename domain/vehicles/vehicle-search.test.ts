import { expect, it } from 'vitest'
import { formsOf, searchedWords } from './vehicle-search.ts'

it('splits a search into its first eight different words, without accents and case', () => {
  expect(searchedWords(' Été  UNIT\tunit 7 ')).toEqual(['ete', 'unit', '7'])
  expect(searchedWords('a b c d e f g h i j')).toHaveLength(8)
  expect(searchedWords('  ')).toEqual([])
})

it.each([
  ['f150', ['f150', 'f-150', 'f 150']],
  ['f-150', ['f150', 'f-150', 'f 150']],
  ['150f', ['150f', '150-f', '150 f']],
  ['équipe7', ['équipe7', 'équipe-7', 'équipe 7']],
  ['ford', ['ford']],
  ['12-7', ['12-7']],
  ['f-', ['f-']],
  ['f--150', ['f--150']],
  ['f150x', ['f150x']],
  ['1ftbw2cm3f1234', ['1ftbw2cm3f1234']],
])('writes %s in %j', (word, forms) => {
  expect(formsOf(word)).toEqual(forms)
})
