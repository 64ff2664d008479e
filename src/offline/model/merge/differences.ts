import { canonicalJson } from '#src/offline/model/hash.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import type { EntryValues } from './entry-values.ts'

/** What is compared and chosen as one: most are one field of the form, a shop is three, and the file of a document is one too. */
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
/** How a person settles a conflict: whole, or part by part ('mine' where nothing is chosen). */
export type Resolution = 'mine' | 'theirs' | Choices

/** Who changes these changes what all the rest is about: never put together without the person. */
const DECISIVE: readonly PartName[] = ['vehicle', 'type']

type Fields = Readonly<Record<string, unknown>>

/** One part in which the person's version and the server's differ. Values are the part's fields. */
export interface Difference {
  name: PartName
  /** As it was when the person began; null: not known. */
  base: Fields | null
  mine: Fields
  theirs: Fields
  /** The only side that changed it; null: both did, or it is not known. */
  changedBy: Side | null
}

/** Person's version of an entry: what an operation sends. */
export type LocalEdit = Pick<EntryPayload, 'fields' | 'manifest' | 'removedFileIds'>

/**
 * What differs between a person's edit and what the server holds now, part by part (docs/offline.md row 23).
 * @param base what the edit started from; null: not known, then nothing can be told apart by itself
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

/** Whether the two edits touch different parts, so that both can stand without asking anybody. */
export const isDisjoint = (found: readonly Difference[]): boolean =>
  found.every(({ name, changedBy }) => changedBy !== null && !DECISIVE.includes(name))

/** The choice that keeps each side's own changes; parts that both changed are left out. */
export const nonConflictingChoices = (found: readonly Difference[]): Choices =>
  Object.fromEntries(found.flatMap(({ name, changedBy }) => (changedBy ? [[name, changedBy]] : [])))

/** Mine with the chosen parts of theirs in it; parts without a choice stay mine. Files are fitted to those that are there. */
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

/** Takes over into a later edit what changed beneath it: `from` is what it was made on, `onto` what that has become. */
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

/** '9.5' and '9.50' are one price, and a field that is not there is an empty one. */
function plain(value: unknown): unknown {
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

/** A glovebox item has one current file: two replacements cannot both stand. Invoices are added beside each other. */
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
  // What somebody else has removed already cannot be removed again: the server would refuse it.
  return { manifest: mine.manifest, removedFileIds: removed.filter((id) => removable.includes(id)) }
}
