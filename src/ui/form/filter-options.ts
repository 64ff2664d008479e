import { createFilterOptions, type FilterOptionsState } from '@mui/material/useAutocomplete'
import { plainText } from '#domain/core/plain-text.ts'

/** A number that stays fast on a phone. */
const SHOWN = 50

/** Returns the options that contain the typed letters, in their order. */
export function filterOptions<Option>(
  options: readonly Option[],
  state: FilterOptionsState<Option>,
  stringify: (option: Option) => string,
): Option[] {
  return createFilterOptions<Option>({ limit: SHOWN, stringify })([...options], state)
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
  for (const option of createFilterOptions<Option>({ stringify })([...options], state))
    (` ${plainText(stringify(option))}`.includes(typed) ? first : rest).push(option)
  return [...first, ...rest].slice(0, SHOWN)
}
