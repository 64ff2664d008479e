/** A make or a model with its id in the catalog. */
export interface CatalogEntry {
  id: number
  name: string
}

/** Vehicle data decoded from a VIN. Null where the catalog has no pattern for it. */
export interface DecodedVin {
  year: number
  make: CatalogEntry
  model: CatalogEntry
  /** Series or trim, such as 'XLT'. */
  subModel: string | null
  /** Displacement, cylinders and fuel, such as '3.5L 6 cyl Gasoline'. */
  engine: string | null
  bodyClass: string | null
  /** Gross vehicle weight class 1 to 8. From 3 on a truck counts as medium or heavy duty. */
  weightClass: number | null
  /** False when position 9 is wrong, which the user may accept (ruling 19). */
  checkDigitValid: boolean
}

/** Looks up vehicles by VIN and by year, make and model (ruling 19). */
export interface VehicleCatalog {
  /**
   * Decodes a VIN.
   * @param options.modelYear distinguishes two cycles of 30 years where the VIN is ambiguous (heavy trucks)
   * @returns null when it is not well-formed or no known make and model match
   */
  decodeVin(vin: string, options?: { modelYear?: number }): Promise<DecodedVin | null>
  /** Model years, newest first. */
  years(): Promise<number[]>
  /** Makes of cars, vans, trucks and buses of that year, sorted by name. */
  makes(year: number): Promise<CatalogEntry[]>
  /** Whether the catalog has a make with this id. Some have no models. */
  hasMake(makeId: number): Promise<boolean>
  /** Models of that make and year (null: any year), sorted by name. */
  models(year: number | null, makeId: number): Promise<CatalogEntry[]>
  /** Sub-models of that model and year (null: any year), sorted by name. Empty if the catalog has none. */
  subModels(modelId: number, year: number | null): Promise<string[]>
  /** Engines of that sub-model, sorted by name. Empty if the catalog has none. */
  engines(modelId: number, subModel: string, year: number | null): Promise<string[]>
  close(): void
}
