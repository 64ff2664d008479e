import { join } from 'node:path'
import { traverseContractProcedures } from '@orpc/server'
import { expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'
import { ABILITIES, type Ability, can, type Role } from '#domain/access/permissions.ts'
import { readSources, visit } from './source-files.ts'

const abilities = Object.keys(ABILITIES) as Ability[]
const root = join(import.meta.dirname, '../..')

/** Abilities that calls require as their access. */
function abilitiesOfCalls(): Set<string> {
  const found = new Set<string>()
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition }) => {
    found.add((definition['~orpc'].meta as CallMeta).access)
  })
  return found
}

/** String literals in the sources other than keys, as in `can(…, 'users.delete')` and `needs: 'users.read'`. */
function textsOfSources(): Set<string> {
  const found = new Set<string>()
  const sources = readSources(root, ['{contract,domain,server,src}/**/*.{ts,tsx}'])
  for (const file of sources.filter(({ path }) => !/\.test\.tsx?$|ability-groups|db\/seed/.test(path)))
    visit(file, {
      CallExpression: ({ arguments: given }) => collect(given),
      ArrayExpression: ({ elements }) => collect(elements),
      ConditionalExpression: ({ consequent, alternate }) => collect([consequent, alternate]),
      Property: ({ value }) => collect([value]),
      MemberExpression: ({ property }) => collect([property]),
    })
  function collect(nodes: readonly unknown[]) {
    for (const node of nodes as ({
      type: string
      value?: unknown
      consequent?: unknown
      alternate?: unknown
    } | null)[])
      if (node?.type === 'Literal' && typeof node.value === 'string') found.add(node.value)
      else if (node?.type === 'ConditionalExpression') collect([node.consequent, node.alternate])
  }
  return found
}

it('every ability that /roles publishes is required by a call or a rule', () => {
  const used = new Set([...abilitiesOfCalls(), ...textsOfSources()])
  expect(abilities.filter((ability) => !used.has(ability))).toEqual([])
})

it('roles have the abilities that their descriptions on /roles promise (USR-030)', () => {
  const has = (role: Role, ability: Ability) => can({ roles: [role] }, ability)
  const lacking = (role: Role, like: Role) =>
    abilities.filter((ability) => has(like, ability) && !has(role, ability))
  // 'Manager sets policies and assigns drivers', 'Admin adds users, vehicles and policies'.
  for (const ability of ['policies.edit', 'drivers.assign'] as const)
    expect([has('Manager', ability), has('Driver', ability)]).toEqual([true, false])
  for (const ability of ['users.edit', 'vehicles.edit', 'policies.edit'] as const)
    expect(has('Admin', ability)).toBe(true)
  expect(lacking('FMC', 'Owner')).toEqual(['users.deleteAny'])
  expect(lacking('FMC Fleet Admin', 'Admin')).toEqual([])
  expect(lacking('FMC Fleet Manager', 'Manager')).toEqual([])
  expect(lacking('Super Admin', 'Admin')).toEqual([])
  expect(has('Super Admin', 'users.editPrivileged')).toBe(true)
})
