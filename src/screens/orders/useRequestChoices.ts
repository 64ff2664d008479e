import { useFormChoices } from '#src/features/vehicles/picker/useFormChoices.ts'

/** Returns the options of a service request; undefined while loading. */
export function useRequestChoices() {
  const { vehicles, services, catalog, favorites } = useFormChoices()
  if (!vehicles || !services) return undefined
  return { vehicles, services, catalog, favorites: favorites ?? [] }
}
export type RequestChoices = NonNullable<ReturnType<typeof useRequestChoices>>
