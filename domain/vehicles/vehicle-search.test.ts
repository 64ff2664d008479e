import { expect, it } from 'vitest'
import { containsForm, formsOf, searchedWords } from './vehicle-search.ts'

it('splits a search into its first eight different words, without accents and case', () => {
  expect(searchedWords(' Été  UNIT\tunit 7 ')).toEqual(['ete', 'unit', '7'])
  expect(searchedWords('a b c d e f g h i j')).toHaveLength(8)
  expect(searchedWords('  ')).toEqual([])
})

it.each([
  ['f150', ['f150', 'f-150', ' f 150 ']],
  ['f-150', ['f150', 'f-150', ' f 150 ']],
  ['150f', ['150f', '150-f', ' 150 f ']],
  ['équipe7', ['équipe7', 'équipe-7', ' équipe 7 ']],
  ['ford', ['ford']],
  ['12-7', ['12-7']],
  ['f-', ['f-']],
  ['f--150', ['f--150']],
  ['f150x', ['f150x']],
  ['1ftbw2cm3f1234', ['1ftbw2cm3f1234']],
])('writes %s in %j', (word, forms) => {
  expect(formsOf(word)).toEqual(forms)
})

it.each([
  ['van2', 'van 2', true],
  ['van2', 'white van 2 ford', true],
  ['van2', 'van 2020 ford', false],
  ['t1', 'transit 1ftbw2cm3f1234', false],
  ['f150', 'ford f-150 xl', true],
  ['cx5', 'mazda cx 5', true],
])('finds %s in %j: %s', (word, text, isFound) => {
  expect(containsForm(text, formsOf(word))).toBe(isFound)
})
