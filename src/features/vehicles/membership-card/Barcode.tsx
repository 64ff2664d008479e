import { useMemo } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { vinBars } from './vin-bars.ts'

interface BarcodeProps {
  vin: string
  /** For screen readers. */
  label: string
  /** Rotated along the long side of a phone, as wide as possible. */
  isVertical?: boolean
}

const THICKNESS = 60

/** Black bars on white, also in the dark scheme, because scanners need that. Loaded with the first card. */
export function Barcode({ vin, label, isVertical = false }: BarcodeProps) {
  const { width, bars } = useMemo(() => vinBars(vin), [vin])
  const box = isVertical ? `0 0 ${THICKNESS} ${width}` : `0 0 ${width} ${THICKNESS}`
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={box}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      sx={{
        display: 'block',
        bgcolor: '#fff',
        width: isVertical ? 'min(40vw, 240px)' : '100%',
        height: isVertical ? '100%' : 84,
        maxWidth: isVertical ? undefined : 520,
        forcedColorAdjust: 'none',
      }}
    >
      <rect width="100%" height="100%" fill="#fff" />
      {bars.map(({ x, width: barWidth }) =>
        isVertical ? (
          <rect key={x} y={x} height={barWidth} width={THICKNESS} fill="#000" />
        ) : (
          <rect key={x} x={x} width={barWidth} height={THICKNESS} fill="#000" />
        ),
      )}
    </Box>
  )
}
