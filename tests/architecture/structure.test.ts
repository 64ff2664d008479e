import { describe, expect, it } from 'vitest'
import { parseSource, type SourceFile } from './source-files.ts'
import {
  findCrowdedFolders,
  findFeatureRings,
  findLongCode,
  findStrayMutations,
  findStrayNouns,
  findUnequalNouns,
} from './structure.ts'

const file = (path: string, text: string): SourceFile => parseSource(path, text)
const lines = (count: number) => Array.from({ length: count }, (_, i) => `  f(${i})`).join('\n')

describe('the limits on structure', () => {
  it('report a folder of more than 15 files', () => {
    const paths = Array.from({ length: 16 }, (_, i) => `src/a/file-${i}.ts`)
    expect(findCrowdedFolders(paths)).toEqual(['src/a holds 16 files; at most 15'])
    expect(findCrowdedFolders(paths.slice(1))).toEqual([])
  })

  it('report a function of more than 80 lines, at its place, and a file of more than 300', () => {
    const long = file('src/a.ts', `const a = 1\nfunction long() {\n${lines(79)}\n}`)
    expect(findLongCode([long])).toEqual(['src/a.ts:2 function of 81 lines; at most 80'])
    expect(findLongCode([file('src/a.ts', `function fits() {\n${lines(78)}\n}`)])).toEqual([])
    expect(findLongCode([file('src/b.ts', lines(301))])).toEqual(['src/b.ts has 301 lines; at most 300'])
  })

  it('report two features that import each other, also by relative paths, and no others', () => {
    const a = file('src/features/money/cards/parts/A.ts', "import { b } from '../../charges/b.ts'")
    const b = file('src/features/money/charges/b.ts', "import { A } from '#src/features/money/cards/A.ts'")
    expect(findFeatureRings([a])).toEqual([])
    expect(findFeatureRings([a, b])).toEqual([
      `money/cards and money/charges import each other: ${a.path}:1, ${b.path}:1`,
    ])
  })

  it('report a ring of three features once', () => {
    const importing = (feature: string, other: string) =>
      file(`src/features/money/${feature}/a.ts`, `import '../${other}/a.ts'`)
    const files = [importing('bills', 'cards'), importing('cards', 'debts'), importing('debts', 'bills')]
    expect(findFeatureRings(files)).toEqual([
      `money/bills and money/cards and money/debts import each other: ${files.map(({ path }) => `${path}:1`).join(', ')}`,
    ])
    expect(findFeatureRings(files.slice(1))).toEqual([])
  })

  it('report calls whose routes are not under the same area and noun', () => {
    const contract = file('contract/money/cards.ts', 'export const cardsContract = {}')
    const routes = file('server/modules/money/payments/cards.routes.ts', '')
    expect(findStrayNouns([contract])).toEqual([
      'contract/money/cards.ts has no server/modules/money/*/cards.routes.ts',
    ])
    expect(findStrayNouns([contract, routes])).toEqual([])
  })

  it('report a folder of screens in another area than its server code, or in the singular', () => {
    const server = file('server/modules/fmc/transfers/transfers.routes.ts', '')
    const shown = (path: string) => findUnequalNouns([server, file(`src/features/${path}/a.ts`, '')])
    expect(shown('fmc/transfers')).toEqual([])
    expect(shown('vehicles/picker')).toEqual([])
    for (const path of ['vehicles/transfers', 'fmc/transfer'])
      expect(shown(path)).toEqual([
        `src/features/${path} belongs at src/features/fmc/transfers, as server/modules/fmc/transfers`,
      ])
  })

  it('report useMutation outside the listed files, and listed files without it', () => {
    const stray = file('src/a.ts', "import { useMutation } from '@tanstack/react-query'")
    expect(findStrayMutations([stray], [])).toEqual(['src/a.ts:1 imports useMutation; write with useWrite'])
    expect(findStrayMutations([stray], ['src/a.ts'])).toEqual([])
    expect(findStrayMutations([], ['src/a.ts'])).toEqual([
      'src/a.ts does not import useMutation: remove it from MUTATION_FILES',
    ])
  })
})
