/** Properties of vehicles by which lists are narrowed. */
export const FACETS = ['department', 'driver', 'class'] as const
export type Facet = (typeof FACETS)[number]
/** Stands for vehicles without a department or driver. */
export const NO_VALUE = '-'

/** Values of the facet 'class'. */
export const VEHICLE_CLASSES = ['light', 'medium_heavy'] as const
