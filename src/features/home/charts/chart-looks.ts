/** Of each chart and its table, in px: room is kept for it before it comes. */
export const chartHeight = 260
