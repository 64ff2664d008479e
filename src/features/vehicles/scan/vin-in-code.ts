import { hasValidCheckDigit, isWellFormedVin, normalizeVin } from '#domain/vehicles/vin.ts'

/**
 * Extracts the VIN from the text of a code. Door labels contain more than the VIN: an 'I' before a Code 39 (import
 * mark), a '*' on either side, or other fields of a QR code or Data Matrix. A VIN with a valid check digit is
 * preferred.
 * @returns undefined if there is none
 */
export function vinInCode(text: string): string | undefined {
  const found = candidates(text)
  return found.find(hasValidCheckDigit) ?? found.find((vin) => vin === normalizeVin(text))
}

function candidates(text: string): string[] {
  const plain = text.toUpperCase()
  return [plain, ...plain.split(/[^A-Z0-9]+/)]
    .map(normalizeVin)
    .map((word) => (word.length === 18 ? word.slice(1) : word))
    .filter(isWellFormedVin)
}
