import { expect, it } from 'vitest'
import { findBannedWords, textsOfDocument, textsOfLocale, textsOfSource } from './plain-words.ts'

it('reports banned words in comments and test names, at their line, with a better word', () => {
  const source = [
    '// Sends it anew.',
    'const nobody = 1',
    '/**',
    ' * Somebody else changed it.',
    ' */',
    "it('is shown to the person', () => {})",
  ].join('\n')
  expect(findBannedWords(textsOfSource('src/a.ts', source))).toEqual([
    "src/a.ts:1 'anew': write 'again'",
    "src/a.ts:4 'Somebody': write 'someone'",
    "src/a.ts:6 'the person': write 'the user'",
  ])
})

it('reports banned words in titles of test tables, log messages and error messages', () => {
  const source = [
    "it.each([['anew']])('is sent anew as %s', () => {})",
    "services.log.warn({ code: 'a' }, 'nobody is signed in')",
    'console.error(`${path}: somebody changed it`)',
    "throw new StorageError('a transaction is under way')",
    "const label = 'nobody'",
  ].join('\n')
  expect(findBannedWords(textsOfSource('src/a.ts', source))).toEqual([
    "src/a.ts:1 'anew': write 'again'",
    "src/a.ts:2 'nobody': write 'no one'",
    "src/a.ts:3 'somebody': write 'someone'",
    "src/a.ts:4 'under way': write 'running, in progress'",
  ])
})

it('reports banned words in documents, but not in code or quoted interface texts', () => {
  const text = 'It is mended.\n\n```\nnobody\n```\nThe button says "So long as you like" and `anew`.'
  expect(findBannedWords(textsOfDocument('docs/a.md', text))).toEqual(["docs/a.md:1 'mended': write 'fixed'"])
})

it('reports banned words in interface texts, but not in their keys', () => {
  const text = '{\n  "nobody": "No one",\n  "fleet": "You are standing in for {{fleet}}"\n}'
  expect(findBannedWords(textsOfLocale('locales/en/a.json', text))).toEqual([
    "locales/en/a.json:3 'standing in for': write 'acts for'",
  ])
})
