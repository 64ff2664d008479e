/** The keys of the search, as this device's keyboard names them. */
export const FIND_KEYS = /Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
