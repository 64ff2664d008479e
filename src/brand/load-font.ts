import { brandOfPage } from './page-brand.ts'

/** Loads the brand's font after the code, but before the first text needs it. */
export function loadFont(): void {
  document.fonts.load(`1em "${brandOfPage().theme.font}"`).catch(() => {})
}
