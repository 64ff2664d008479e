import { expect, test } from 'vitest'
import { codedName } from './preview-file.ts'

test.each([
  ['a plain one', 'vans 2026.csv', 'vans 2026.csv'],
  ['accents without end', `${'é'.repeat(300)}.csv`, 'é'.repeat(66)],
  ['signs of two halves, cut between them', `a${'🚚'.repeat(200)}.csv`, `a${'🚚'.repeat(33)}`],
  ['half a sign', 'a\ud83d.csv', 'a\ufffd.csv'],
])("the name of a file is truncated to the server's limit (VEH-066): %s", (_what, name, sent) => {
  expect(decodeURIComponent(codedName(name))).toBe(sent)
  expect(codedName(name).length).toBeLessThanOrEqual(400)
})
