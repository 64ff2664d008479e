import type * as z from 'zod/mini'
import { shellForm } from '#contract/access/sign-up-rules.ts'
import { normalizeDatabaseName } from '#contract/vehicles/telematics-database.ts'
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

/** Parses the form into the request body, or returns the names of the invalid fields. */
export function readShell(draft: ShellDraft): { wrong: ShellField[]; fields?: ShellFieldsRead } {
  const { fleetName, databaseName, ...person } = draft
  const input = {
    ...person,
    databaseName: normalizeDatabaseName(databaseName),
    ...(draft.isNameEditable && { fleetName }),
  }
  const result = shellForm(draft.isNameEditable).safeParse(input)
  if (!result.success) return { wrong: Object.keys(codesOf(result.error.issues, input)) as ShellField[] }
  const { databaseName: database, ...fields } = result.data
  return { wrong: [], fields: { ...fields, ...(database && { databaseName: database }) } }
}
