import * as z from 'zod/mini'
import type { DistanceUnit } from '#contract/core/fields.ts'
import type { ItemInput } from '#contract/maintenance/templates.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'

const Item = z.object({
  /** For React and for error messages. */
  key: z.string(),
  /** Id of the existing item; undefined: a new one. */
  id: z.optional(z.number()),
  service_ids: z.array(z.number()),
  every: z.string(),
  every_months: z.string(),
})
/** A schedule item being typed. */
export type DraftItem = z.infer<typeof Item>

const Draft = z.object({
  lines: z.array(Item),
  /** Unit of the distances. */
  unit: z.enum(['mi', 'km']),
  /** The revision that the user saw. */
  revision: z.optional(z.string()),
})
export type ScheduleDraft = z.infer<typeof Draft>

interface Line {
  id: number
  service_ids: readonly number[]
  every_miles: number | null
  every_kilometers: number | null
  every_months: number | null
}

const typed = (value: number | null) => (value === null ? '' : String(value))

/** Returns the items as drafts, distances in `unit`. */
export const toDraft = (items: readonly Line[], unit: DistanceUnit): DraftItem[] =>
  items.map((item) => ({
    key: String(item.id),
    id: item.id,
    service_ids: [...item.service_ids],
    every: typed(unit === 'mi' ? item.every_miles : item.every_kilometers),
    every_months: typed(item.every_months),
  }))

export const hasSameLines = (draft: ScheduleDraft, other: ScheduleDraft) =>
  JSON.stringify(draft.lines) === JSON.stringify(other.lines)

/** Restores a stored draft, unless it changes nothing, or its distances are in another unit. */
export function parseSchedule(value: unknown, initial: ScheduleDraft): ScheduleDraft | undefined {
  const draft = Draft.safeParse(value).data
  return draft && draft.unit === initial.unit && !hasSameLines(draft, initial) ? draft : undefined
}

const numberOf = (text: string) => wholeNumber(text) ?? null

/** Returns the request body; NaN for invalid numbers (see `malformedNumbers`). */
export const toItems = (lines: readonly DraftItem[]): ItemInput[] =>
  lines.map(({ id, service_ids, every, every_months }) => ({
    ...(id !== undefined && { id }),
    service_ids,
    every: numberOf(every),
    every_months: numberOf(every_months),
  }))

/** Returns the fields that are not whole numbers. In JSON their NaN would become null, which means 'no limit'. */
export function malformedNumbers(items: readonly ItemInput[]): FieldCodes {
  const codes: FieldCodes = {}
  items.forEach((item, i) => {
    for (const name of ['every', 'every_months'] as const)
      if (Number.isNaN(item[name])) codes[`items.${i}.${name}`] = ['number']
  })
  return codes
}

/** Returns the codes by line instead of index: 'items.2.every' as '<key>.every', because lines can be removed. */
export const codesByLine = (codes: FieldCodes, lines: readonly DraftItem[]): FieldCodes =>
  Object.fromEntries(
    Object.entries(codes).map(([path, own]) => {
      const [list, index, field] = path.split('.')
      const line = list === 'items' ? lines[Number(index)] : undefined
      return [line && field ? `${line.key}.${field}` : path, own]
    }),
  )

/** Returns the codes of one line: '<key>.every' as 'every'. */
export function codesOfLine(codes: FieldCodes, key: string): FieldCodes {
  const start = `${key}.`
  return Object.fromEntries(
    Object.entries(codes).flatMap(([path, own]) =>
      path.startsWith(start) ? [[path.slice(start.length), own]] : [],
    ),
  )
}
