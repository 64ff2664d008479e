import * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import { fileManifestEntry } from '#contract/core/documents.ts'
import { type Country, Id, Text } from '#contract/core/fields.ts'
import { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import { dayIn } from '#domain/core/days.ts'
import { fileContentError } from '#domain/core/file-content.ts'
import { addCode, checkChosenFile, type FieldCodes } from '#domain/core/file-rules.ts'
import { COMMENTS_MAX, DOCUMENT_MAX_BYTES, INVOICE_MAX_BYTES } from '#domain/core/limits.ts'
import { checkHistory } from '#domain/maintenance/history-rules.ts'
import { checkGloveboxItem } from '#domain/vehicles/glovebox-rules.ts'
import type { Command, NewFile } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { hashOf, sha256 } from '#src/offline/model/hash.ts'
import { newId } from '#src/offline/model/ids.ts'
import {
  IMMUTABLE_COMMAND_SCHEMAS,
  type ImmutableCommand,
  isImmutableCommand,
  rejectFutureReading,
} from '#src/offline/model/immutable-commands.ts'
import type { VehicleNames } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import type { Scope } from '#src/offline/model/scope.ts'

/** Whose operation it is, and the build that stores it. */
export interface OpAuthor {
  scope: Scope
  appVersion: string
}

/** What validation needs beyond the command. */
export interface ValidationContext extends OpAuthor {
  country: Country
  /** When the user saved. */
  now: number
  /** Null: the catalog is not on this device, so services are not checked against it. */
  services: ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>> | null
  /** Documents that the entity has before the command; null: not known on this device. */
  documents: readonly { id: string; file_name: string }[] | null
  /** Names of the vehicle; null: not known on this device. */
  vehicle: VehicleNames | null
  /** Whether the id of a create belongs to a server row with other content, as far as this device knows. */
  isIdTaken: boolean
}

/** A file with everything that its manifest line and its operation need. */
export interface PreparedFile extends NewFile {
  sha256: string
  opId: string
  /** Replaces its id if another entry on this device has that one. */
  otherId: string
}

/** A command that may be stored: validated, files hashed, all ids generated. */
export interface PreparedCommand extends OpAuthor {
  command: Command
  /** Id of the operation, unless the command is merged into a queued one. */
  opId: string
  /** Replaces the id of a create if another entry has that one. */
  otherId: string
  vehicleId: number
  /** Null for a delete. */
  payload: EntryPayload | null
  files: PreparedFile[]
  vehicle: VehicleNames | null
  now: number
  /** Digest of a create's content; null for other commands. */
  contentHash: string | null
  isIdTaken: boolean
}

const OrderComments = z.object({
  order_id: Id,
  vehicle_id: Id,
  customer_comments: z.optional(Text(COMMENTS_MAX)),
})

type Deletion = Extract<Command, { kind: 'history.delete' | 'glovebox.delete' }>
type Entry = Exclude<Command, ImmutableCommand | Deletion>

/** Validates a command by the contract's schema and the shared rules, and hashes its files. @throws Invalid */
export async function prepare(command: Command, facts: ValidationContext): Promise<PreparedCommand> {
  const { vehicle, now, isIdTaken, scope, appVersion } = facts
  const known = {
    command,
    scope,
    appVersion,
    vehicle,
    now,
    isIdTaken,
    opId: newId(now),
    otherId: newId(now),
    vehicleId: vehicleIdOf(command),
  }
  if (isDelete(command)) return { ...known, payload: null, files: [], contentHash: null }
  const files: PreparedFile[] = []
  for (const file of 'files' in command ? command.files : [])
    files.push({ ...file, sha256: await sha256(file.bytes), opId: newId(now), otherId: newId(now) })
  const payload = entryPayloadOf(command, files, new Date(now).toISOString())
  payload.fields = checkedFields(command, payload, facts)
  const contentHash = command.kind.endsWith('.create') ? await hashOf(contentOf(payload)) : null
  return { ...known, payload, files, contentHash }
}

/** The fields of a command, as its schema returns them. @throws Invalid */
function checkedFields(
  command: Exclude<Command, Deletion>,
  payload: EntryPayload,
  facts: ValidationContext,
): Record<string, unknown> {
  if (isImmutableCommand(command)) {
    const fields = parseOrReject(IMMUTABLE_COMMAND_SCHEMAS[command.kind], command.payload, {})
    rejectFutureReading(command, facts.now)
    return fields as Record<string, unknown>
  }
  if (command.kind === 'order-comments.update') return parseOrReject(OrderComments, command.payload, {})
  return command.kind.startsWith('history.')
    ? checkedHistory(command, payload, facts)
    : checkedItem(command, payload, facts)
}

/** The content that makes two creates equal: fields, and files by content. Excludes ids and the time of the save. */
export const contentOf = ({ fields, manifest }: Pick<EntryPayload, 'fields' | 'manifest'>): unknown => [
  fields,
  manifest.map(({ id: _, ...line }) => line),
]

/** The vehicle of a command. */
export const vehicleIdOf = (command: Command): number =>
  isDelete(command) ? command.vehicleId : command.payload.vehicle_id

const isDelete = (command: Command): command is Deletion =>
  command.kind === 'history.delete' || command.kind === 'glovebox.delete'

function entryPayloadOf(
  command: Exclude<Command, Deletion>,
  files: PreparedFile[],
  enteredAt: string,
): EntryPayload {
  return {
    fields: { ...command.payload },
    manifest: files.map((file) => ({
      id: file.id,
      file_name: file.name,
      content_type: file.type,
      byte_size: file.bytes.byteLength,
      sha256: file.sha256,
    })),
    removedFileIds: 'removedFileIds' in command ? [...command.removedFileIds] : [],
    enteredAt,
  }
}

function checkedHistory(
  command: Entry,
  payload: EntryPayload,
  facts: ValidationContext,
): Record<string, unknown> {
  const files = fileCodes(command.files, payload, 'maintenance_documents_attributes', INVOICE_MAX_BYTES)
  const input = parseOrReject(ManualHistoryInput, payload.fields, files)
  const rules = {
    country: facts.country,
    today: dayIn(undefined, new Date(facts.now)),
    services:
      facts.services ??
      new Map(input.vehicle_services.map((line) => [line.service_definition_id, { positions: [] }])),
    fileNames: fileNames(command, facts),
  }
  rejectInvalid({ ...checkHistory(input, rules), ...files })
  return input
}

function checkedItem(
  command: Entry,
  payload: EntryPayload,
  facts: ValidationContext,
): Record<string, unknown> {
  const files = fileCodes(command.files, payload, 'glovebox_documents_attributes', DOCUMENT_MAX_BYTES)
  const input = parseOrReject(GloveboxItemInput, payload.fields, files)
  const names = fileNames(command, facts)
  const rules = {
    today: dayIn(undefined, new Date(facts.now)),
    // An edit without a file keeps the existing file of an item that this device has not loaded.
    fileNames:
      names.length === 0 && facts.documents === null && command.kind === 'glovebox.update' ? ['?'] : names,
  }
  rejectInvalid({ ...checkGloveboxItem(input, rules), ...files })
  return input
}

/** Names of the files that the entity will have after the save, in order. */
function fileNames(command: Entry, facts: ValidationContext): string[] {
  const removed = 'removedFileIds' in command ? command.removedFileIds : []
  const remaining = (facts.documents ?? []).filter((document) => !removed.includes(document.id))
  return [...remaining.map((document) => document.file_name), ...command.files.map((file) => file.name)]
}

/** Checks the type by content, never by name (GLV-006, MHX-017); size and name by the manifest's schema. */
function fileCodes(
  files: readonly NewFile[],
  payload: EntryPayload,
  path: string,
  maxBytes: number,
): FieldCodes {
  const codes: FieldCodes = {}
  const line = fileManifestEntry(maxBytes)
  files.forEach((file, i) => {
    const bytes = new Uint8Array(file.bytes)
    const fault = fileContentError(file.type, bytes)
    const wrong =
      checkChosenFile({ name: file.name, size: bytes.length, head: bytes.subarray(0, 16) }, maxBytes) ??
      fault ??
      safeParse(line, payload.manifest[i]).error?.issues[0]?.message
    if (wrong) codes[`${path}.${i}`] = [wrong]
  })
  return codes
}

/** @throws Invalid with the schema's issues and `others` */
function parseOrReject<T extends z.ZodMiniType>(schema: T, body: unknown, others: FieldCodes): z.output<T> {
  const result = safeParse(schema, body)
  if (result.success) return result.data as z.output<T>
  const codes: FieldCodes = { ...others }
  for (const issue of result.error.issues) addCode(codes, issue.path.join('.'), issue.message)
  throw new Invalid(codes)
}

function rejectInvalid(codes: FieldCodes): void {
  if (Object.keys(codes).length > 0) throw new Invalid(codes)
}
