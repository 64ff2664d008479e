import { describe, expect, it } from 'vitest'
import { findCitationLists } from './citation-lists.ts'

const found = (text: string, path = 'src/a.test.ts') => findCitationLists([{ path, text }])

describe('the rule for lists of citations in tests', () => {
  it.each([
    '// MHX-001, MHX-002, MHX-003',
    '// MHX-001 to MHX-003',
    'expect(a).toBe(1) // MHX-001, MHX-002\n// MHX-003, MHX-004\nexpect(b).toBe(2)',
    '// MHX-001, MHX-002\n\n// MHX-003, MHX-004',
    "it('MHX-001, MHX-002, MHX-003, MHX-004: has a total', () => {})",
  ])('passes %j', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['// MHX-001, MHX-002, PAY-001, S-19', 1, 4],
    ['\n// Histories (MHX-001 to MHX-004).', 2, 4],
    ['// MHX-001, PAY-011..013', 1, 4],
    ['expect(a).toBe(1) // MHX-001 to 005', 1, 5],
    ['// MHX-001, MHX-002,\n  // MHX-003, MHX-004', 1, 4],
    ['/**\n * MHX-001, MHX-002 to\n * MHX-004\n */', 1, 4],
  ])('counts the IDs of %j', (text, line, count) => {
    expect(found(text)).toEqual([
      `src/a.test.ts:${line} cites ${count} requirements in one comment: cite each where it is asserted`,
    ])
  })

  it('reads screen tests and component tests, but not other code or the tests of these rules', () => {
    const text = '// MHX-001 to MHX-004'
    for (const path of ['tests/e2e/a.e2e.ts', 'src/a.test.tsx']) expect(found(text, path)).toHaveLength(1)
    for (const path of ['src/a.ts', 'tests/architecture/a.test.ts', 'docs/a.md'])
      expect(found(text, path)).toEqual([])
  })
})
