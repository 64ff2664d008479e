import { createFilterOptions, type FilterOptionsState } from '@mui/material/useAutocomplete'

/** As many as stay quick on a phone. */
const SHOWN = 50

/** The options that hold the typed letters, in their order. */
export function filterOptions<Option>(
  options: readonly Option[],
  state: FilterOptionsState<Option>,
  stringify: (option: Option) => string,
): Option[] {
  return createFilterOptions<Option>({ limit: SHOWN, stringify })([...options], state)
}

/**
 * The same, and those first in which a word begins with the letters: Enter takes the first one, and 'yes' means Yesenia
 * before Reyes. Not for options in groups, which would fall apart.
 */
export function rankOptions<Option>(
  options: readonly Option[],
  state: FilterOptionsState<Option>,
  stringify: (option: Option) => string,
): Option[] {
  const typed = ` ${plain(state.inputValue.trim())}`
  const [first, rest]: [Option[], Option[]] = [[], []]
  for (const option of createFilterOptions<Option>({ stringify })([...options], state))
    (` ${plain(stringify(option))}`.includes(typed) ? first : rest).push(option)
  return [...first, ...rest].slice(0, SHOWN)
}

/** As the filter compares: without case and accents. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
