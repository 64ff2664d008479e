/** Whether the screen has at least 900 px: navigation at the side, grids instead of cards (interface rule 1). */
export const isWideScreen = (): boolean => matchMedia('(min-width: 900px)').matches
