import type { CSSObject } from '@emotion/react'
import type { OverridableComponent } from '@mui/material/OverridableComponent'
import type { Theme, TypographyVariant } from '@mui/material/styles'
import type { ElementType } from 'react'
import { type StyleProps, useStyleClass } from './StyleClassesProvider.tsx'

type Variant = TypographyVariant | 'inherit'

interface TypographyProps extends StyleProps {
  variant?: Variant
  noWrap?: boolean
}

/** A text in a style of the theme: MUI's Typography without `align`, `color` and `gutterBottom` (decision 78). */
export const Typography = function Typography({
  variant = 'body1',
  component: Element = elementOf(variant),
  noWrap = false,
  className,
  sx,
  ...rest
}: TypographyProps & { component?: ElementType }) {
  const kind = noWrap ? `text ${variant} noWrap` : `text ${variant}`
  const name = useStyleClass({ className, sx }, kind, (theme) => ({
    margin: 0,
    ...stylesOf(theme, variant),
    ...(noWrap && { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  }))
  return <Element {...rest} className={name} />
} as OverridableComponent<{ props: TypographyProps; defaultComponent: 'span' }>

const INHERITED: CSSObject = { font: 'inherit', lineHeight: 'inherit', letterSpacing: 'inherit' }

const stylesOf = ({ typography }: Theme, variant: Variant) =>
  variant === 'inherit' ? INHERITED : (typography[variant] as CSSObject)

function elementOf(variant: Variant): ElementType {
  if (/^h[1-6]$/.test(variant)) return variant as ElementType
  if (variant === 'subtitle1' || variant === 'subtitle2') return 'h6'
  return variant === 'body1' || variant === 'body2' || variant === 'inherit' ? 'p' : 'span'
}
