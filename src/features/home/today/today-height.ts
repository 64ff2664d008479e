/** Lines of the panel before "Show all". It always has their height, so that nothing below it moves. */
export const LINES_ON_PHONE = 3
export const LINES_ON_DESKTOP = 4

/** Height of a line in px; on phones, most texts take three or four lines of small text. */
export const lineHeight = { xs: 92, sm: 52 }

const titleHeight = 54

/** Height of the whole panel in px. */
export const todayHeight = {
  xs: titleHeight + LINES_ON_PHONE * lineHeight.xs,
  sm: titleHeight + LINES_ON_DESKTOP * lineHeight.sm,
}
