import type { DistanceUnit } from '#contract/core/fields.ts'
import type { ItemInput } from '#contract/maintenance/templates.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'

/** A schedule item being typed. */
export interface DraftItem {
  /** For React and for error messages. */
  key: string
  /** Id of the existing item; undefined: a new one. */
  id: number | undefined
  service_ids: number[]
  every: string
  every_months: string
}

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
    ...{ key: String(item.id), id: item.id, service_ids: [...item.service_ids] },
    every: typed(unit === 'mi' ? item.every_miles : item.every_kilometers),
    every_months: typed(item.every_months),
  }))

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
