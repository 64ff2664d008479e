import type { OverridableComponent } from '@mui/material/OverridableComponent'
import type { ElementType } from 'react'
import { type StyleProps, useStyleClass } from './StyleClassesProvider.tsx'

/** An element with `sx`: MUI's Box, without its cost for each render (decision 78). */
export const Box = function Box({
  component: Element = 'div',
  className,
  sx,
  ...rest
}: StyleProps & { component?: ElementType }) {
  return <Element {...rest} className={useStyleClass({ className, sx })} />
} as OverridableComponent<{ props: StyleProps; defaultComponent: 'div' }>
