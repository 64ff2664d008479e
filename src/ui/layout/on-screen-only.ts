/** Hides an element on paper. */
export const onScreenOnly = { '@media print': { display: 'none' } } as const

/** The same for a group that is no box of its own on the screen. */
export const groupOnScreenOnly = { display: 'contents', ...onScreenOnly } as const

/** Shows an element on paper, such as the value of a hidden control. */
export const onPaperOnly = { display: 'none', '@media print': { display: 'block' } } as const
