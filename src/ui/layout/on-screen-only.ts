/** Hides an element on paper. */
export const onScreenOnly = { '@media print': { display: 'none' } } as const

/** The same for a group that is no box of its own on the screen. */
export const groupOnScreenOnly = { display: 'contents', ...onScreenOnly } as const
