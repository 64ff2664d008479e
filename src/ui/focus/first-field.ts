const FIELD =
  ':is(input:not([type="hidden"], [type="file"]), textarea, [role="combobox"]):not(:disabled, [aria-hidden="true"])'

/** Focuses the first field inside `root`, if there is one. */
export function focusFirstField(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>(FIELD)?.focus()
}
