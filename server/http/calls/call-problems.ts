import type { AnyContractProcedure } from '@orpc/contract'
import type { JsonSchema } from '@orpc/json-schema'
import { PROBLEMS, type ProblemCode } from '#contract/core/problems.ts'
import type { CallMeta } from '#contract/core/route.ts'
import { jsonSchemaOf, takesFile } from '#server/http/body/input.ts'

/** Names of fields that reference a row, which may not exist: `id`, `vehicle_id`, `vehicleIds`, `accountId`. */
const REFERENCE = /^ids?$|_ids?$|[a-z]Ids?$/

/**
 * Returns every problem code that a call may return: the codes implied by its access, method, kind and input, and those
 * that its contract adds. The OpenAPI document is generated from it, and tests check each response against it.
 */
export function problemsOf(definition: AnyContractProcedure): ReadonlySet<ProblemCode> {
  const { route, meta, inputSchema } = definition['~orpc']
  const { access, idempotent, problems = [], dataUrl, withoutIfMatch, feature } = meta as CallMeta
  const method = route.method ?? 'POST'
  const isWrite = method !== 'GET'
  const isFile = takesFile(inputSchema)
  const isKeyed = idempotent === true
  const isEdit = isKeyed && ['PUT', 'PATCH', 'DELETE'].includes(method) && !isFile && !withoutIfMatch
  const names = fieldNamesOf(jsonSchemaOf(inputSchema))
  const codes: [boolean, ProblemCode[]][] = [
    [true, ['malformed', 'idempotency_key_invalid', 'version_unknown', 'internal', 'unavailable']],
    [access !== 'anyone', ['not_signed_in']],
    [access !== 'anyone' && access !== 'shop', ['not_allowed']],
    [feature !== undefined, ['not_offered']],
    // A device that opened the link learns why it no longer works.
    [access === 'shop', ['shop_link_revoked', 'shop_link_expired']],
    [isWrite, ['cross_site', 'too_large', 'unsupported_media']],
    [inputSchema !== undefined, ['validation']],
    [/\{\w+\}/.test(route.path ?? '') || names.some((name) => REFERENCE.test(name)), ['not_found']],
    [isKeyed, ['key_reused']],
    // A file or part whose vehicle is transferred in the meantime, too.
    [isKeyed || isFile, ['in_progress']],
    [isEdit, ['stale', 'precondition_missing']],
    [isFile, ['gone', 'digest_mismatch', 'file_type', 'file_active', 'storage_full', 'wrong_offset']],
    [dataUrl !== undefined, ['too_large', 'file_type']],
    // Too many concurrent bodies with files.
    [isFile || dataUrl !== undefined || (isKeyed && isWrite), ['too_many']],
    [true, [...problems]],
  ]
  return new Set(codes.flatMap(([applies, group]) => (applies ? group : [])))
}

/**
 * Returns the success statuses of a call. A create with a client-generated id (it has `id_reused`) returns 200 instead
 * of 201 when the same entry exists already.
 */
export function successesOf(definition: AnyContractProcedure): number[] {
  const { route, meta } = definition['~orpc']
  const { problems = [] } = meta as CallMeta
  const { successStatus = 200 } = route
  return successStatus === 201 && problems.includes('id_reused') ? [200, 201] : [successStatus]
}

/** Returns the statuses of those codes, each with its codes, sorted. */
export function problemStatusesOf(definition: AnyContractProcedure): Map<number, ProblemCode[]> {
  const statuses = new Map<number, ProblemCode[]>()
  for (const code of [...problemsOf(definition)].sort((a, b) => PROBLEMS[a] - PROBLEMS[b]))
    statuses.set(PROBLEMS[code], [...(statuses.get(PROBLEMS[code]) ?? []), code])
  return statuses
}

/** Names of all fields of a schema, at any depth. */
function fieldNamesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as JsonSchema & object) : []
  return [...own, ...Object.values(schema).flatMap(fieldNamesOf)]
}
