import type { EmotionCache } from '@emotion/cache'
import { type CSSObject, css } from '@emotion/react'
import type { SxProps, Theme } from '@mui/material/styles'

/** Returns the class of the styles of a `kind` of element followed by `sx`; undefined without styles. */
export type StyleClasses = (
  kind: string,
  base: BaseStyles | undefined,
  sx: Sx | undefined,
) => string | undefined

/** Returns the styles that precede `sx`. Called once per kind. */
export type BaseStyles = (theme: Theme) => CSSObject
type Sx = SxProps<Theme>

/**
 * Creates the classes of Box, Stack and Typography for one theme and style cache. MUI computes and hashes the styles of
 * an element whenever it renders; here, equal styles are computed once. Styles that contain
 * functions are computed each time, because functions cannot be compared.
 */
export function createStyleClasses(theme: Theme, cache: EmotionCache): StyleClasses {
  const known = new Map<string, string | undefined>()

  function classOf(base: BaseStyles | undefined, sx: Sx | undefined): string | undefined {
    const styles = [base?.(theme), sx && theme.unstable_sx(sx)].filter(Boolean)
    const serialized = css(...(styles as CSSObject[]))
    if (serialized.styles === '') return undefined
    const name = `${cache.key}-${serialized.name}`
    // Registered, so that a MUI component that gets the class merges its styles in the right order.
    cache.registered[name] ??= serialized.styles
    if (!cache.inserted[serialized.name]) cache.insert(`.${name}`, serialized, cache.sheet, true)
    return name
  }

  return (kind, base, sx) => {
    if (sx && hasFunction(sx)) return classOf(base, sx)
    const key = sx ? `${kind} ${JSON.stringify(sx)}` : kind
    if (!known.has(key)) known.set(key, classOf(base, sx))
    return known.get(key)
  }
}

function hasFunction(value: unknown): boolean {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFunction)
}
