/** The width from which the navigation is at the side. */
const WIDE = '(min-width: 900px)'

/** The rows of a list: of a grid, or of cards. */
export const ROWS = 'main [role="row"][data-id], main li'

/** The address under which a screen is stored. */
export const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => pathname + search

/** A stored screen is only drawn in the layout that it was stored in. */
export const isWide = () => matchMedia(WIDE).matches
