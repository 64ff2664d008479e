import { useMemo } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { FACETS, type Facet, NO_VALUE } from '#domain/vehicles/vehicle-facets.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { type FacetValues, facetOptions, hasFacets } from './facets.ts'

/** Returns the name of a facet, or of one of its values: 'Department', 'Department: 12'. */
export function useFacetName() {
  const t = useTexts('vehicles')
  const textOf = useFacetText()
  return (facet: Facet, value?: string) =>
    value === undefined
      ? t(`vehicles:facet.${facet}.label`)
      : t('vehicles:facet.value', { facet: t(`vehicles:facet.${facet}.label`), value: textOf(facet, value) })
}

/** Returns the text of a value. */
export function useFacetText() {
  const t = useTexts('vehicles')
  return (facet: Facet, value: string): string => {
    if (value === NO_VALUE && facet !== 'class') return t(`vehicles:facet.${facet}.none`)
    if (facet === 'class' && (value === 'light' || value === 'medium_heavy'))
      return t(`vehicles:facet.class.${value}`)
    return value
  }
}

/** Returns the chosen values that none of the user's vehicles has, as in 'Department: 12'. */
export function useUnseenFacets(vehicles: readonly Vehicle[] | undefined, values: FacetValues): string[] {
  const nameOf = useFacetName()
  const { department, driver, class: vehicleClass } = values
  const unseen = useMemo(() => {
    const chosen = { department, driver, class: vehicleClass }
    if (!vehicles || !hasFacets(chosen)) return []
    return FACETS.filter((facet) => chosen[facet] && !facetOptions(vehicles, facet).includes(chosen[facet]))
  }, [vehicles, department, driver, vehicleClass])
  return unseen.map((facet) => nameOf(facet, values[facet]))
}
