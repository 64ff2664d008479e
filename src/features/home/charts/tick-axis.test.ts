import { expect, it } from 'vitest'
import { fontNames, fonts } from '#contract/core/fonts.ts'
import { tickAxisHeight } from './tick-axis.ts'

/** Size of the `caption` variant of the theme, which charts use for labels. */
const LABEL_SIZE = 13
/** Tick marks and the gap below them, as MUI X Charts draws them. */
const TICKS = 6 + 3

it.each(fontNames)('the axis of a chart has room for its labels in %s (DSH-005)', (name) => {
  const { ascent, descent } = fonts[name]
  // Browsers round both up.
  const height = Math.ceil(ascent * LABEL_SIZE) + Math.ceil(descent * LABEL_SIZE)
  expect(height).toBeLessThanOrEqual(tickAxisHeight - TICKS)
})
