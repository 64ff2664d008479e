import type { EmotionCache } from '@emotion/cache'
import { useTheme } from '@mui/material/styles'
import { createContext, type ReactNode, use, useState } from 'react'
import { type BaseStyles, createStyleClasses, type StyleClasses } from './style-classes.ts'

const StyleClassesContext = createContext<StyleClasses>(() => undefined)

/** Provides Box, Stack and Typography with the theme and the style cache. */
export function StyleClassesProvider({ cache, children }: { cache: EmotionCache; children: ReactNode }) {
  const theme = useTheme()
  const [classes] = useState(() => createStyleClasses(theme, cache))
  return <StyleClassesContext value={classes}>{children}</StyleClassesContext>
}

/** The styled properties of an element. */
export interface StyleProps {
  className?: string | undefined
  sx?: Parameters<StyleClasses>[2]
}

/** Returns the class name of an element: its styles' class and `className`. */
export function useStyleClass(
  { className, sx }: StyleProps,
  kind = '',
  base?: BaseStyles,
): string | undefined {
  const name = use(StyleClassesContext)(kind, base, sx)
  return className && name ? `${className} ${name}` : (className ?? name)
}
