import type * as z from 'zod/mini'
import { shellForm } from '#contract/access/sign-up-rules.ts'
import { normalizeDatabaseName } from '#contract/vehicles/telematics-database.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { codesOf } from '#src/lib/field-codes.ts'

/** What a partner's link brought, and what is typed since: kept in this tab until the sign-up is complete (ACC-020). */
export interface ShellDraft {
  id: number
  token: string
  isNameEditable: boolean
  fleetName: string
  email: string
  firstName: string
  lastName: string
  cellPhone: string
  databaseName: string
}
export const SHELL_FIELDS = [
  'fleetName',
  'email',
  'firstName',
  'lastName',
  'cellPhone',
  'databaseName',
] as const
export type ShellField = (typeof SHELL_FIELDS)[number]

type ShellFieldsRead = Omit<z.infer<ReturnType<typeof shellForm>>, 'databaseName'> & { databaseName?: string }

/** Codes of missing or malformed values, for which the specification has a text of each field (ACC-124 to ACC-128). */
const SPECIFIED = ['required', 'name', 'email', 'phone']

/** Returns the key of the text for an error code of a field, from the form or the server. */
export const shellFaultKey = (name: ShellField, code: string) =>
  name !== 'databaseName' && SPECIFIED.includes(code)
    ? (`sign-up:shell.fault.${name}` as const)
    : (`fields:${code}` as 'fields:text')

/** Parses the form into the request body, or returns the error codes of the invalid fields. */
export function readShell(draft: ShellDraft): { faults: FieldCodes; fields?: ShellFieldsRead } {
  const { fleetName, databaseName, ...person } = draft
  const input = {
    ...person,
    databaseName: normalizeDatabaseName(databaseName),
    ...(draft.isNameEditable && { fleetName }),
  }
  const result = shellForm(draft.isNameEditable).safeParse(input)
  if (!result.success) return { faults: codesOf(result.error.issues, input) }
  const { databaseName: database, ...fields } = result.data
  return { faults: {}, fields: { ...fields, ...(database && { databaseName: database }) } }
}
