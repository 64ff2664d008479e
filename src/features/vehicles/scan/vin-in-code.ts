import { hasValidCheckDigit, isWellFormedVin, normaliseVin } from '#domain/vehicles/vin.ts'

/**
 * The VIN in what a code on a vehicle says. Door labels hold more than the VIN: an 'I' in front of a Code 39 (import
 * mark), a '*' on either side, or fields of a QR code or Data Matrix around it. A VIN with the right check digit wins over one without.
 * @returns undefined where there is none
 */
export function vinInCode(text: string): string | undefined {
  const found = candidates(text)
  return found.find(hasValidCheckDigit) ?? found.find((vin) => vin === normaliseVin(text))
}

function candidates(text: string): string[] {
  const plain = text.toUpperCase()
  return [plain, ...plain.split(/[^A-Z0-9]+/)]
    .map(normaliseVin)
    .map((word) => (word.length === 18 ? word.slice(1) : word))
    .filter(isWellFormedVin)
}
