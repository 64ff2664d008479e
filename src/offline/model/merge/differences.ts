import { canonicalJson } from '#src/offline/model/hash.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import type { EntryValues } from './entry-values.ts'

/**
 * The parts that are compared and chosen as a unit. Most are one form field; a shop has three; a document's file is
 * one.
 */
export const PARTS = {
  vehicle: ['vehicle_id'],
  date: ['date_of_completion'],
  odometer: ['odometer'],
  services: ['vehicle_services'],
  shop: ['shop_id', 'custom_shop_name', 'zip'],
  po: ['po_number'],
  comments: ['customer_comments'],
  type: ['document_type'],
  title: ['document_title'],
  number: ['document_number'],
  expiration: ['expiration_date'],
  insurance: ['insurance_name'],
  state: ['state_id'],
  file: [],
} as const
export type PartName = keyof typeof PARTS
export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Partial<Record<PartName, Side>>>
/** How the user resolves a conflict: as a whole, or part by part ('mine' where nothing is chosen). */
export type Resolution = 'mine' | 'theirs' | Choices

/** Parts that change the meaning of all others. A difference in them is never merged without the user. */
const DECISIVE: readonly PartName[] = ['vehicle', 'type']

type Fields = Readonly<Record<string, unknown>>

/** One part in which the user's version and the server's differ. Values are the part's fields. */
export interface Difference {
  name: PartName
  /** The value when the user started the edit; null: not known. */
  base: Fields | null
  mine: Fields
  theirs: Fields
  /** The only side that changed the part; null: both did, or it is not known. */
  changedBy: Side | null
}

/** The user's version of an entry: what an operation sends. */
export type LocalEdit = Pick<EntryPayload, 'fields' | 'manifest' | 'removedFileIds'>

/**
 * Returns the differences between a user's edit and the server's current row, part by part (docs/offline.md row 23).
 * @param base what the edit started from; null: not known, then no change can be attributed to one side
 */
export function differences(base: EntryValues | null, mine: LocalEdit, theirs: EntryValues): Difference[] {
  const found: Difference[] = []
  for (const name of Object.keys(PARTS) as PartName[]) {
    const values = { mine: partOf(mine.fields, name), theirs: partOf(theirs.fields, name) }
    if (name === 'file' || isSame(values.mine, values.theirs)) continue
    const was = base && partOf(base.fields, name)
    found.push({ name, base: was, ...values, changedBy: was && soleChanger(was, values) })
  }
  const file = fileDifference(base, mine, theirs)
  return file ? [...found, file] : found
}

/** Whether the two edits touch different parts and can be merged without the user. */
export const isDisjoint = (found: readonly Difference[]): boolean =>
  found.every(({ name, changedBy }) => changedBy !== null && !DECISIVE.includes(name))

/** Chooses each side's own changes; leaves out parts that both sides changed. */
export const nonConflictingChoices = (found: readonly Difference[]): Choices =>
  Object.fromEntries(found.flatMap(({ name, changedBy }) => (changedBy ? [[name, changedBy]] : [])))

/**
 * Applies the chosen parts of `theirs` to `mine`; other parts stay mine. Removes only files that the server still has.
 */
export function applyChoices(
  mine: LocalEdit,
  theirs: EntryValues,
  found: readonly Difference[],
  choices: Choices,
): LocalEdit {
  let { fields } = mine
  for (const { name } of found) if (choices[name] === 'theirs') fields = withPart(fields, theirs.fields, name)
  return { fields, ...chosenFiles(mine, theirs, found, choices) }
}

/** Updates the unchanged parts of a later edit after its base changed from `from` to `onto`. */
export function rebaseFields(fields: Fields, from: Fields, onto: Fields): Record<string, unknown> {
  let result: Record<string, unknown> = { ...fields }
  for (const name of Object.keys(PARTS) as PartName[])
    if (isSame(partOf(fields, name), partOf(from, name))) result = withPart(result, onto, name)
  return result
}

function withPart(fields: Fields, from: Fields, name: PartName): Record<string, unknown> {
  const own: readonly string[] = PARTS[name]
  const rest = Object.entries(fields).filter(([field]) => !own.includes(field))
  return { ...Object.fromEntries(rest), ...partOf(from, name) }
}

function partOf(fields: Fields, name: PartName): Fields {
  const own: readonly string[] = PARTS[name]
  return Object.fromEntries(
    own.flatMap((field) => {
      const value = fields[field]
      return value === undefined || value === null || value === '' ? [] : [[field, value]]
    }),
  )
}

function soleChanger(base: Fields, { mine, theirs }: { mine: Fields; theirs: Fields }): Side | null {
  if (isSame(base, theirs)) return 'mine'
  return isSame(base, mine) ? 'theirs' : null
}

const isSame = (a: Fields, b: Fields): boolean => canonicalJson(plain(a)) === canonicalJson(plain(b))

/**
 * Normalizes values: '9.5' equals '9.50', and a missing field equals an empty one. Earlier versions of the server have
 * stored the line ends of forms.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n')
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (part === undefined || part === null) return []
      return [[name, name === 'price' ? Number(part).toFixed(2) : plain(part)]]
    }),
  )
}

const isDocument = ({ fields }: Pick<LocalEdit, 'fields'>): boolean => 'document_type' in fields

/** A glovebox item has one current file, so two replacements conflict. Invoices are added side by side. */
function fileDifference(base: EntryValues | null, mine: LocalEdit, theirs: EntryValues): Difference | null {
  const isReplacing = mine.manifest.length + mine.removedFileIds.length > 0
  if (!isDocument(mine) || !isReplacing) return null
  const isUnchanged = base !== null && String([...base.documentIds]) === String([...theirs.documentIds])
  return isUnchanged ? null : { name: 'file', base: null, mine: {}, theirs: {}, changedBy: null }
}

function chosenFiles(
  mine: LocalEdit,
  theirs: EntryValues,
  found: readonly Difference[],
  choices: Choices,
): Pick<LocalEdit, 'manifest' | 'removedFileIds'> {
  const isInQuestion = found.some(({ name }) => name === 'file')
  if (isInQuestion && choices.file === 'theirs') return { manifest: [], removedFileIds: [] }
  const added = mine.manifest.map(({ id }) => id)
  const removable = theirs.documentIds.filter((id) => !added.includes(id))
  const removed = isInQuestion && added.length > 0 ? removable : mine.removedFileIds
  // The server would reject the removal of a file that is already removed.
  return { manifest: mine.manifest, removedFileIds: removed.filter((id) => removable.includes(id)) }
}
