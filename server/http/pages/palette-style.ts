import type { BrandPalette } from '#contract/core/brand.ts'

/** The colors of a brand as custom properties, for what the page shows before the app. */
export const paletteStyle = ({
  background,
  surface,
  text,
  textMuted,
  divider,
  primary,
  onPrimary,
}: BrandPalette) =>
  `--ground:${background};--surface:${surface};--text:${text};--muted:${textMuted};--line:${divider};--primary:${primary};--on-primary:${onPrimary}`
