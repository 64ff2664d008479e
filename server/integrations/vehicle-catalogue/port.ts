/** A make or a model as the catalogue numbers it. */
export interface CatalogueEntry {
  id: number
  name: string
}

/** What a VIN says about a vehicle; null where the catalogue has no pattern for it. */
export interface DecodedVin {
  year: number
  make: CatalogueEntry
  model: CatalogueEntry
  /** Series or trim, such as 'XLT'. */
  subModel: string | null
  /** Displacement, cylinders and fuel, such as '3.5L 6 cyl Gasoline'. */
  engine: string | null
  bodyClass: string | null
  /** Gross vehicle weight class 1 to 8; from 3 on a truck counts as medium or heavy duty. */
  weightClass: number | null
  /** False when position 9 is wrong, which the user may accept (rulings 19). */
  checkDigitValid: boolean
}

/** Knows vehicles by VIN and by year, make and model (rulings 19). */
export interface VehicleCatalogue {
  /**
   * Decodes a VIN.
   * @param options.modelYear tells two cycles of 30 years apart where the VIN leaves it open (heavy trucks)
   * @returns null when it is not well-formed or no known maker and model fit
   */
  decodeVin(vin: string, options?: { modelYear?: number }): Promise<DecodedVin | null>
  /** Model years, newest first. */
  years(): Promise<number[]>
  /** Makers of cars, vans, trucks and buses of that year, by name. */
  makes(year: number): Promise<CatalogueEntry[]>
  /** Models of that make and year (null: of any year), by name. */
  models(year: number | null, makeId: number): Promise<CatalogueEntry[]>
  /** Sub-models of that model and year (null: of any year), by name; empty where the catalogue names none. */
  subModels(modelId: number, year: number | null): Promise<string[]>
  /** Engines of that sub-model, by name; empty where the catalogue names none. */
  engines(modelId: number, subModel: string, year: number | null): Promise<string[]>
  close(): void
}
