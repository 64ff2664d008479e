/** Fuels by their vPIC name, with the key of their text. */
const FUELS = {
  Gasoline: 'gasoline',
  Diesel: 'diesel',
  Electric: 'electric',
  Hybrid: 'hybrid',
  'Compressed Natural Gas (CNG)': 'cng',
  'Liquefied Natural Gas (LNG)': 'lng',
  'Natural Gas': 'natural_gas',
  'Liquefied Petroleum Gas (propane or LPG)': 'propane',
  'Compressed Hydrogen/Hydrogen': 'hydrogen',
  'Fuel Cell': 'fuel_cell',
  'Flexible Fuel Vehicle (FFV)': 'flexible',
  'Ethanol (E85)': 'ethanol',
  'Neat Ethanol (E100)': 'neat_ethanol',
  'Methanol (M85)': 'methanol',
  'Neat Methanol (M100)': 'neat_methanol',
} as const
type Fuel = (typeof FUELS)[keyof typeof FUELS]

export interface EngineParts {
  /** With one decimal: '3.5'. */
  litres: string | null
  cylinders: string | null
  fuel: Fuel | null
}

const ENGINE = /^(?:(\d+\.\d)L)?(?: ?(\d+) cyl)?(?: ?(\D.*))?$/

/** Parses an engine in the catalog's notation, '3.5L 6 cyl Gasoline'; null for typed text. */
export function enginePartsOf(engine: string): EngineParts | null {
  const [, litres, cylinders, fuel] = ENGINE.exec(engine) ?? []
  if (fuel !== undefined && !Object.hasOwn(FUELS, fuel)) return null
  if (litres === undefined && cylinders === undefined && fuel === undefined) return null
  return {
    litres: litres ?? null,
    cylinders: cylinders ?? null,
    fuel: fuel === undefined ? null : FUELS[fuel as keyof typeof FUELS],
  }
}
