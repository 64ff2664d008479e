/** An open font that brands may use, with the metrics for its fallback font while it loads. */
interface Font {
  /** Range of weights in its variable font file. */
  weights: readonly [number, number]
  /** Height above and below the baseline, as a fraction of the font size. */
  ascent: number
  descent: number
  /** Width of running text relative to Arial, regular and bold. Measured by `tests/e2e/access/fonts.e2e.ts`. */
  width: number
  boldWidth: number
}

/**
 * Fonts of all brands, by the name of their package `@fontsource-variable/<name>`, whose Latin subset covers English
 * and French. A brand names one in `theme.font`; jost replaces Futura, mulish is Muli. Source: BRD-003, BRD-021.
 */
export const fonts = {
  figtree: { weights: [300, 900], ascent: 0.95, descent: 0.25, width: 1.003, boldWidth: 0.964 },
  jost: { weights: [100, 900], ascent: 1.07, descent: 0.375, width: 0.964, boldWidth: 0.984 },
  montserrat: { weights: [100, 900], ascent: 0.968, descent: 0.251, width: 1.111, boldWidth: 1.091 },
  mulish: { weights: [200, 1000], ascent: 1.005, descent: 0.25, width: 1.034, boldWidth: 0.996 },
  'public-sans': { weights: [100, 900], ascent: 0.95, descent: 0.225, width: 1.032, boldWidth: 0.99 },
  raleway: { weights: [100, 900], ascent: 0.94, descent: 0.234, width: 1.028, boldWidth: 0.997 },
  rubik: { weights: [300, 900], ascent: 0.935, descent: 0.25, width: 1.044, boldWidth: 1.037 },
  'source-sans-3': { weights: [200, 900], ascent: 1.024, descent: 0.4, width: 0.922, boldWidth: 0.906 },
  'work-sans': { weights: [100, 900], ascent: 0.93, descent: 0.243, width: 1.108, boldWidth: 1.045 },
} as const satisfies Record<string, Font>

export type FontName = keyof typeof fonts
export const fontNames = Object.keys(fonts) as FontName[]
