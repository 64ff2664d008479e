/** Heights in px that several parts of the shell use. */
export const headerHeight = { xs: 56, md: 64 } as const
export const bottomBarHeight = 64
