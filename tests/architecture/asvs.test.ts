import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAsvsGaps } from './asvs-page.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/asvs.md'), 'utf8')

it('finds missing and doubled rows, wrong counts, dead evidence and titles, and a claim without a test', () => {
  expect(findAsvsGaps()).toEqual([])
  const row = page.split('\n').find((line) => line.startsWith('| 8.4.1 |')) ?? ''
  expect(findAsvsGaps(page.replace(`${row}\n`, ''))).toContain('docs/asvs.md: 8.4.1 has no row')
  expect(findAsvsGaps(page.replace(row, `${row}\n${row}`))).toContain('docs/asvs.md: 8.4.1 is too many')
  expect(findAsvsGaps(page.replace('| held | ', '| held | 9'))).toHaveLength(1)
  expect(findAsvsGaps(page.replace('row-level-security.test.ts', 'none.test.ts')).join()).toContain(
    'does not exist',
  )
  expect(findAsvsGaps(page.replace(': works once |', ': works twice |'))).toEqual([
    'docs/asvs.md: 6.5.1 names a test that does not exist: works twice',
  ])
  expect(
    findAsvsGaps(page.replace('`tests/api/core/row-level-security.test.ts`', '[security](security.md)')),
  ).toEqual(['docs/asvs.md: 8.4.1 is held by no test or check'])
})
