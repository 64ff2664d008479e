/** Hides an element on paper. */
export const onScreenOnly = { '@media print': { display: 'none' } } as const
