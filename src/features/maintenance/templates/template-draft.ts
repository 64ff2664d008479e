import type { DistanceUnit } from '#contract/core/fields.ts'
import type { ItemInput } from '#contract/maintenance/templates.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'

/** A line as it is typed. */
export interface DraftLine {
  /** For React, and for what is wrong. */
  key: string
  /** Of the line that is changed; undefined: a new one. */
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

/** Lines of a schedule as the form has them, the distance in `unit`. */
export const toDraft = (items: readonly Line[], unit: DistanceUnit): DraftLine[] =>
  items.map((item) => ({
    ...{ key: String(item.id), id: item.id, service_ids: [...item.service_ids] },
    every: typed(unit === 'mi' ? item.every_miles : item.every_kilometers),
    every_months: typed(item.every_months),
  }))

const numberOf = (text: string) => wholeNumber(text) ?? null

/** What is sent; NaN for what is not a number (`malformedNumbers`). */
export const toItems = (lines: readonly DraftLine[]): ItemInput[] =>
  lines.map(({ id, service_ids, every, every_months }) => ({
    ...(id !== undefined && { id }),
    service_ids,
    every: numberOf(every),
    every_months: numberOf(every_months),
  }))

/** Fields with a text that is not a whole number. As JSON their NaN would be null, which means 'no limit'. */
export function malformedNumbers(items: readonly ItemInput[]): FieldCodes {
  const codes: FieldCodes = {}
  items.forEach((item, i) => {
    for (const name of ['every', 'every_months'] as const)
      if (Number.isNaN(item[name])) codes[`items.${i}.${name}`] = ['number']
  })
  return codes
}
