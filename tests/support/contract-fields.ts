import type { AnySchema } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type * as z from '#contract/core/zod.ts'

type Schema = z.core.$ZodType
type Path = readonly (string | number)[]

/** One value that a call of the contract takes. */
export interface Field {
  /** 'users.create' */
  call: string
  /** Where the value stands in the input; 0 stands for an element of an array. */
  path: Path
  schema: Schema
  /** The whole input of the call. */
  input: Schema
}

/** Every leaf of every call's input: strings, numbers, booleans, choices, files. Both branches of a union. */
export function inputFields(): Field[] {
  const fields: Field[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition, path }) => {
    const input = definition['~orpc'].inputSchema as (AnySchema & Schema) | undefined
    if (input) for (const leaf of leavesOf(input, [])) fields.push({ call: path.join('.'), input, ...leaf })
  })
  return fields
}

function leavesOf(schema: Schema, path: Path): { path: Path; schema: Schema }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, child]) => leavesOf(child, [...path, key]))
    case 'array':
      return leavesOf(def.element, [...path, 0])
    case 'optional':
    case 'nullable':
    case 'default':
      return leavesOf(def.innerType, path)
    case 'pipe':
      return leavesOf(def.in, path)
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path))
    case 'record':
      return leavesOf(def.valueType, [...path, 'key'])
    default:
      return [{ path, schema }]
  }
}

/** An input that holds nothing but `value` at `path`. */
export function inputWith(path: Path, value: unknown): unknown {
  return path.reduceRight((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value)
}

/** Whether the input was refused for the value at `path`, or for what holds it. */
export function isRefusedAt(path: Path, issues: readonly Issue[]): boolean {
  return issues.some((issue) => {
    const at = (issue.path ?? []).map(String)
    if (!at.every((key, i) => key === String(path[i]))) return false
    const branches = issue.errors?.filter((branch) => branch.length > 0) ?? []
    if (branches.length === 0) return at.length === path.length
    return branches.some((branch) => isRefusedAt(path.slice(at.length), branch))
  })
}
interface Issue {
  path?: readonly PropertyKey[]
  /** Of a union: what each branch says. */
  errors?: readonly (readonly Issue[])[]
}
