import { brandOfPage } from './page-brand.ts'

/** Fetches the brand's font: behind the code that text waits for, before there is text that would ask for it. */
export function loadFont(): void {
  document.fonts.load(`1em "${brandOfPage().theme.font}"`).catch(() => {})
}
