/** The rows of a list: of a grid, or of cards. */
export const ROWS = 'main [role="row"][data-id], main li'

/** The URL under which a screen is stored. */
export const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => pathname + search
