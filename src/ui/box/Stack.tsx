import type { CSSObject } from '@emotion/react'
import type { OverridableComponent } from '@mui/material/OverridableComponent'
import type { Breakpoint } from '@mui/material/styles'
import type { CSSProperties, ElementType } from 'react'
import { type StyleProps, useStyleClass } from './StyleClassesProvider.tsx'

type Direction = CSSProperties['flexDirection']

interface StackProps extends StyleProps {
  /** The default is a column. */
  direction?: Direction | { [breakpoint in Breakpoint]?: Direction }
}

/** Elements in a column or a row: MUI's Stack without `spacing` and `divider`; gaps are set by `sx` (decision 78). */
export const Stack = function Stack({
  component: Element = 'div',
  direction = 'column',
  className,
  sx,
  ...rest
}: StackProps & { component?: ElementType }) {
  const kind = typeof direction === 'string' ? `stack ${direction}` : `stack ${JSON.stringify(direction)}`
  const name = useStyleClass({ className, sx }, kind, (theme) => ({
    display: 'flex',
    flexDirection: 'column',
    ...(theme.unstable_sx({ flexDirection: direction }) as CSSObject),
  }))
  return <Element {...rest} className={name} />
} as OverridableComponent<{ props: StackProps; defaultComponent: 'div' }>
