import { expect, it } from 'vitest'
import { findSupplyChainProblems } from './supply-chain.ts'

const good = { version: '1.2.3', integrity: 'sha512-x', license: '(MIT OR CC0-1.0)' }
const faultsOf = (locked: object) =>
  findSupplyChainProblems(
    { packages: { '': {}, 'node_modules/a/node_modules/@b/c': { ...good, ...locked } } },
    {},
    [{ id: 'CVE-1', package: '@b/c', vulnerable: '<1.2.0 || >=1.3.0 <1.4.0', title: 'Bad' }],
  )

it('finds a package without integrity, from another origin, with an unknown script or license, or with an advisory', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ integrity: undefined })).toEqual(['@b/c 1.2.3 has no integrity in the lock file'])
  expect(faultsOf({ resolved: 'git+ssh://host/c.git' })).toEqual([
    '@b/c 1.2.3 is locked to the address git+ssh://host/c.git',
  ])
  expect(faultsOf({ hasInstallScript: true })).toEqual([expect.stringContaining('install script')])
  for (const license of ['GPL-3.0-only', 'MIT AND AGPL-3.0', 'SEE LICENSE IN x', undefined])
    expect(faultsOf({ license }), license).toHaveLength(1)
  expect(faultsOf({ version: '1.3.9' })).toEqual(['@b/c 1.3.9 is affected by CVE-1: Bad'])
  expect(faultsOf({ version: '1.1.9' })).toHaveLength(1)
  expect(faultsOf({ version: '1.4.0' })).toEqual([])
})
