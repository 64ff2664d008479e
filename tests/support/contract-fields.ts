import type { AnySchema } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type * as z from '#contract/core/zod.ts'

type Schema = z.core.$ZodType
type Path = readonly (string | number)[]

/** One input value of a call. */
export interface Field {
  /** 'users.create' */
  call: string
  /** Path of the value in the input; 0 stands for an array element. */
  path: Path
  schema: Schema
  /** Input schema of the call. */
  input: Schema
}

/** Returns every leaf of every call's input: strings, numbers, booleans, choices, files. Both branches of a union. */
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

/** Returns an input that contains only `value` at `path`. */
export function inputWith(path: Path, value: unknown): unknown {
  return path.reduceRight((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value)
}

/** Whether the input was rejected for the value at `path`, or for one of its parents. */
export function isRejectedAt(path: Path, issues: readonly Issue[]): boolean {
  return issues.some((issue) => {
    const at = (issue.path ?? []).map(String)
    if (!at.every((key, i) => key === String(path[i]))) return false
    const branches = issue.errors?.filter((branch) => branch.length > 0) ?? []
    if (branches.length === 0) return at.length === path.length
    return branches.some((branch) => isRejectedAt(path.slice(at.length), branch))
  })
}
interface Issue {
  path?: readonly PropertyKey[]
  /** For a union: the issues of each branch. */
  errors?: readonly (readonly Issue[])[]
}
