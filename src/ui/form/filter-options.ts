import { createFilterOptions, type FilterOptionsState } from '@mui/material/useAutocomplete'
import { plainText } from '#domain/core/plain-text.ts'

/** A number that stays fast on a phone. */
const SHOWN = 50
/** A hyphen or space between a letter and a digit. */
const GAP = /(?<=\p{L})[- ](?=\d)|(?<=\d)[- ](?=\p{L})/gu
const LETTER_AND_DIGIT = /\p{L}[- ]?\d|\d[- ]?\p{L}/u

/** Returns the options that contain the typed letters, in their order. */
export function filterOptions<Option>(
  options: readonly Option[],
  state: FilterOptionsState<Option>,
  stringify: (option: Option) => string,
): Option[] {
  return matchOptions(options, state, stringify).slice(0, SHOWN)
}

/**
 * Like `filterOptions`, with options first in which a word starts with the letters: Enter selects the first one, and
 * 'yes' should find Yesenia before Reyes. Not for grouped options, which would be split up.
 */
export function rankOptions<Option>(
  options: readonly Option[],
  state: FilterOptionsState<Option>,
  stringify: (option: Option) => string,
): Option[] {
  const typed = ` ${plainText(state.inputValue.trim())}`
  const [first, rest]: [Option[], Option[]] = [[], []]
  for (const option of matchOptions(options, state, stringify))
    (` ${plainText(stringify(option))}`.includes(typed) ? first : rest).push(option)
  return [...first, ...rest].slice(0, SHOWN)
}

/** 'f150' matches 'F-150', and the other way around (VEH-099). */
function matchOptions<Option>(
  options: readonly Option[],
  state: FilterOptionsState<Option>,
  stringify: (option: Option) => string,
): Option[] {
  const hasForms = LETTER_AND_DIGIT.test(state.inputValue)
  const joined = (text: string) => (hasForms ? text.replace(GAP, '') : text)
  const match = createFilterOptions<Option>({ stringify: (option) => joined(stringify(option)) })
  return match([...options], { ...state, inputValue: joined(state.inputValue) })
}
