import type { AnyContractProcedure } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'
import { ABILITIES, can, type Role } from '#domain/access/permissions.ts'
import { jsonSchemaOf, takesFile } from '#server/http/body/input.ts'

/** The subset of JSON Schema used to generate values. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  contentMediaType?: string
}

/** A call of the contract, with the data for generating its requests. */
export interface Operation {
  name: string
  method: string
  /** `/api/v4/vehicles/{id}` */
  path: string
  meta: CallMeta
  input: Schema
  output: AnyContractProcedure['~orpc']['outputSchema']
  isFile: boolean
}

/** Returns every call of the contract, so that new ones are fuzzed automatically. */
export function operationsOfContract(): Operation[] {
  const operations: Operation[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition, path }) => {
    const { route, meta, inputSchema, outputSchema } = definition['~orpc']
    operations.push({
      name: path.join('.'),
      method: route.method ?? 'POST',
      path: route.path ?? '',
      meta: meta as CallMeta,
      input: jsonSchemaOf(inputSchema) as Schema,
      output: outputSchema,
      isFile: takesFile(inputSchema),
    })
  })
  return operations
}

/** Whether these roles include the ability that the operation requires. */
export function isAllowed({ meta }: Operation, roles: readonly Role[]): boolean {
  return meta.access in ABILITIES && can({ roles }, meta.access as keyof typeof ABILITIES)
}

/** Returns the operation that handles a request. As in the server's router, a fixed segment precedes a parameter. */
export function operationAt(all: Operation[], method: string, address: string): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  const parameters = ({ path }: Operation) => path.split('{').length
  const matching = all.filter((operation) => parametersIn(operation.path, address) !== null)
  const [nearest] = matching.sort((a, b) => parameters(a) - parameters(b))
  return matching.find((operation) => operation.method === wanted && operation.path === nearest?.path)
}

/** Returns the path parameters of a real URL: `{ id: '7' }`. Null: another path. */
export function parametersIn(template: string, address: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/?]+)')
  const found = new RegExp(`^${pattern}$`).exec(address.replace(/\?.*$/s, ''))
  return found && Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? '']))
}
