import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Pause from '@mui/icons-material/Pause'
import PlayArrow from '@mui/icons-material/PlayArrow'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'

/** Time per slide (TEL-014). */
const ADVANCE_MS = 3000
/** Minimum distance of a swipe. */
const SWIPE_PX = 40

interface CarouselProps {
  /** Accessible name of the carousel. */
  label: string
  slides: readonly { key: string; content: ReactNode }[]
}

/**
 * A carousel of slides (TEL-014..016). Advances every 3 s unless it is hovered, focused, paused (WCAG 2.2.2) or the
 * user prefers reduced motion. Swipes and buttons always work.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const t = useTexts()
  const id = useId()
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const [index, setIndex] = useState(0)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isPaused, setPaused] = useState(prefersReducedMotion)
  const swipeFrom = useRef<number | null>(null)
  const count = slides.length
  const isRunning = !isPointedAt && !hasFocus && !isPaused && count > 1
  const move = (by: number) => setIndex((now) => (now + by + count) % count)

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setIndex((now) => (now + 1) % count), ADVANCE_MS)
    return () => clearInterval(timer)
  }, [isRunning, count])

  const endSwipe = (event: PointerEvent) => {
    const moved = event.clientX - (swipeFrom.current ?? event.clientX)
    swipeFrom.current = null
    if (Math.abs(moved) >= SWIPE_PX) move(moved < 0 ? 1 : -1)
  }
  return (
    <Box
      role="group"
      aria-roledescription={t('common:carousel.role')}
      aria-label={label}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <Box
        sx={{ overflow: 'hidden', touchAction: 'pan-y', userSelect: 'none' }}
        aria-live={isRunning ? 'off' : 'polite'}
        onPointerDown={(event) => {
          swipeFrom.current = event.clientX
        }}
        onPointerUp={endSwipe}
        onPointerCancel={() => {
          swipeFrom.current = null
        }}
      >
        <Box sx={{ ...track, transform: `translateX(${-index * 100}%)` }}>
          {slides.map(({ key, content }, i) => (
            <Box
              key={key}
              id={`${id}-${i}`}
              role="group"
              aria-roledescription={t('common:carousel.slide')}
              aria-label={t('common:carousel.position', { number: i + 1, count })}
              aria-hidden={i !== index}
              inert={i !== index}
              sx={{ flex: '0 0 100%', minWidth: 0 }}
            >
              {content}
            </Box>
          ))}
        </Box>
      </Box>
      {count > 1 && (
        <Controls index={index} count={count} isPaused={isPaused} onMove={move} onPause={setPaused} />
      )}
    </Box>
  )
}

interface ControlsProps {
  index: number
  count: number
  isPaused: boolean
  onMove: (by: number) => void
  onPause: (isPaused: boolean) => void
}

function Controls({ index, count, isPaused, onMove, onPause }: ControlsProps) {
  const t = useTexts()
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 0.5 }}>
      <IconButton aria-label={t('common:carousel.previous')} onClick={() => onMove(-1)}>
        <ChevronLeft />
      </IconButton>
      <Dots count={count} index={index} />
      <IconButton aria-label={t('common:carousel.next')} onClick={() => onMove(1)}>
        <ChevronRight />
      </IconButton>
      <IconButton
        aria-label={isPaused ? t('common:carousel.play') : t('common:carousel.pause')}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? <PlayArrow /> : <Pause />}
      </IconButton>
    </Stack>
  )
}

function Dots({ count, index }: { count: number; index: number }) {
  return (
    <Stack direction="row" sx={{ gap: 0.75 }} aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have nothing but their place.
          key={i}
          sx={{
            width: 8,
            height: 8,
            borderRadius: 4,
            bgcolor: i === index ? 'primary.main' : 'divider',
          }}
        />
      ))}
    </Stack>
  )
}

const track = { display: 'flex', transition: 'transform 300ms' } as const
