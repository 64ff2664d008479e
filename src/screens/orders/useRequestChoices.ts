import { useFormChoices } from '#src/features/vehicles/picker/useFormChoices.ts'

/** What a service request lets choose from; undefined until it is read. */
export function useRequestChoices() {
  const { vehicles, services, catalogue, favorites } = useFormChoices()
  if (!vehicles || !services) return undefined
  return { vehicles, services, catalogue, favorites: favorites ?? [] }
}
export type RequestChoices = NonNullable<ReturnType<typeof useRequestChoices>>
