/** Heights in px that several parts of the shell reckon with. */
export const headerHeight = { xs: 56, md: 64 } as const
export const bottomBarHeight = 64
