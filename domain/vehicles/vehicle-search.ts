import { plainText } from '../core/plain-text.ts'

/** The fields by which users search for a vehicle. */
interface SearchedVehicle {
  name_of_vehicle: string | null
  year: number | null
  make: string | null
  model: string | null
  sub_model: string | null
  vin: string | null
  license_plate_number: string | null
  other_id: string | null
  department_number: string | null
  driver_names: readonly string[]
}

/** Dashes and spaces of a plate, as typed or pasted. */
const PLATE_SEPARATORS = /[- \t\u00a0\u202f]/g

/**
 * Returns the text in which words are searched (VEH-074): every field that identifies the vehicle, a plate also without
 * dashes and spaces. The database's function `vehicle_text` does the
 * same.
 */
export function vehicleSearchText(vehicle: SearchedVehicle): string {
  const { license_plate_number: plate } = vehicle
  const texts = [
    vehicle.name_of_vehicle,
    vehicle.year,
    vehicle.make,
    vehicle.model,
    vehicle.sub_model,
    vehicle.vin,
    plate,
    plate?.replace(PLATE_SEPARATORS, ''),
    vehicle.other_id,
    vehicle.department_number,
    ...vehicle.driver_names,
  ]
  return plainText(texts.filter(Boolean).join(' '))
}

/** More words narrow a search no further, and each costs the server a comparison per vehicle. */
const WORDS_MAX = 8

/**
 * Splits a search into different words, also at control characters; only the first eight count. The vehicle list finds
 * a vehicle whose text contains a form of every word (`formsOf`).
 */
export const searchedWords = (search: string): string[] => {
  const words = plainText(search)
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .filter(Boolean)
  return [...new Set(words)].slice(0, WORDS_MAX)
}

/** Letters next to digits, at most a hyphen between them: 'f150', 'cx-5', '12b'. */
const LETTERS_AND_DIGITS = /^(\p{L}+(?=-?\d)|\d+(?=-?\p{L}))-?(\p{L}+|\d+)$/u

/**
 * Returns the forms in which a searched word may be written: letters and digits joined, with a hyphen, or as two whole
 * words between spaces (VEH-099). For example, 'van2' finds 'Van 2', but not 'Van 2020'. Any other word has one form.
 */
export function formsOf(word: string): readonly string[] {
  const [, first, second] = LETTERS_AND_DIGITS.exec(word) ?? []
  return first && second ? [first + second, `${first}-${second}`, ` ${first} ${second} `] : [word]
}

/** Returns whether a search text contains a form of a word. */
export const containsForm = (text: string, forms: readonly string[]): boolean =>
  forms.some((form) => (form.startsWith(' ') ? ` ${text} ` : text).includes(form))

/** Normalizes a plate for comparison: 'abc-1234' and 'ABC 1234' are equal. */
export const normalizePlate = (plate: string): string => plate.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
