import { describe, expect, it } from 'vitest'
import { findDeadCitations, type TextFile } from './citations.ts'

/** A small repository with one of everything that can be cited, plus `text` in a source file. */
function found(text: string, path = 'src/a.ts'): string[] {
  const files: TextFile[] = [
    { path: 'docs/requirements/MHX.md', text: '| <a id="MHX-018"></a>MHX-018 | Each is smaller. | spec |' },
    { path: 'docs/requirements/qualities.md', text: '| <a id="S-19"></a>S-19 | Files are checked. |' },
    { path: 'docs/rulings.md', text: '<a id="ruling-4"></a>\n### 4. Sessions' },
    { path: 'docs/interface-rules.md', text: '1. <a id="rule-1"></a>**Phone first.**' },
    { path: 'docs/decisions/0045-payments.md', text: '# 45. Payments' },
    { path: 'docs/offline.md', text: '## Retries\n| <a id="row-7"></a>7 | captive portal |' },
    { path: 'src/b.ts', text: 'export const tagOf = 1' },
  ]
  return findDeadCitations([...files.filter((file) => file.path !== path), { path, text }])
}

describe('the rule for citations', () => {
  it.each([
    '// MHX-018, S-19',
    '// Ruling 4, decision 45, decision 0045, interface rule 1',
    '// docs/offline.md row 7, docs/offline.md#retries',
    '// see src/b.ts',
    "import './b.ts'",
    '// RFC 5321 §4.2.3',
    'sx={{ height: headerHeight.md }}',
  ])('passes %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['// MHX-019', 'src/a.ts:1 cites MHX-019, which no row describes'],
    ['\n// (S-20)', 'src/a.ts:2 cites S-20, which no row describes'],
    ['// ruling 5', 'src/a.ts:1 cites ruling 5, which does not exist'],
    ['// rulings 4 and 6', 'src/a.ts:1 cites ruling 6, which does not exist'],
    ['// decisions 45, 46', 'src/a.ts:1 cites decision 46, which does not exist'],
    ['// interface rule 2', 'src/a.ts:1 cites interface rule 2, which does not exist'],
    ['// docs/offline.md row 8', 'src/a.ts:1 cites row 8 of docs/offline.md, which does not exist'],
    ['// docs/offline.md rows 7 to 9', 'src/a.ts:1 cites row 9 of docs/offline.md, which does not exist'],
    ['// docs/offline.md#runner', 'src/a.ts:1 cites docs/offline.md#runner: no such anchor'],
    ['// ux.md', 'src/a.ts:1 cites ux.md, which does not exist'],
    ['// src/c.ts', 'src/a.ts:1 names src/c.ts, which does not exist'],
    ['// doc2 §5', "src/a.ts:1 cites 'doc2 §', which is not in the repository"],
    ['// issue 6', "src/a.ts:1 cites 'issue 6', which is not in the repository"],
  ])('finds %j', (text, message) => {
    expect(found(text)).toEqual([message])
  })

  it('finds a section cited by number, since headings have no numbers', () => {
    expect(found('// docs/offline.md §3.4')).toEqual([
      'src/a.ts:1 cites a section of docs/offline.md by number: name its heading (docs/offline.md#…)',
    ])
  })

  it('finds dead links between documents and duplicate anchors', () => {
    const text = '[a](offline.md#retries) [b](offline.md#runner) [c](gone.md)\n<a id="x"></a><a id="x"></a>'
    expect(found(text, 'docs/map.md')).toEqual([
      'docs/map.md:2 x has two anchors',
      'docs/map.md:1 links to docs/offline.md#runner: no such anchor',
      'docs/map.md:1 links to docs/gone.md, which does not exist',
    ])
  })

  it('finds a name that its file no longer declares', () => {
    const text = '`tagOf` in `src/b.ts`, `matching` in `src/b.ts`'
    expect(found(text, 'docs/map.md')).toEqual([
      'docs/map.md:1 names matching, which src/b.ts does not declare',
    ])
  })

  it('finds a citation of a removed row', () => {
    expect(
      found('| <a id="MHX-017"></a>MHX-017 | cites MHX-018 | spec |', 'docs/requirements/MHX.md'),
    ).toEqual(['docs/requirements/MHX.md:1 cites MHX-018, which no row describes'])
  })
})
