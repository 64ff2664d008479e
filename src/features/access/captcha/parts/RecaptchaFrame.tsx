import { useEffect, useRef, useState } from 'react'
import { CAPTCHA_FRAME_PATH } from '#domain/access/captcha-frame.ts'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { Box } from '#src/ui/box/Box.tsx'

interface RecaptchaFrameProps {
  title: string
  onAnswer: (answer: string | undefined) => void
}

/**
 * Renders reCAPTCHA in a separate page inside a frame, so that this page's content security policy allows no
 * third-party script. The frame grows while the pictures are shown.
 */
export function RecaptchaFrame({ title, onAnswer }: RecaptchaFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<{ captcha?: unknown } | null>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      if (typeof data?.captcha !== 'string') return
      setOpen(false)
      onAnswer(data.captcha || undefined)
    }
    // The only sign that the user clicked into the frame.
    const look = () => document.activeElement === frame.current && setOpen(true)
    addEventListener('message', onMessage)
    addEventListener('blur', look)
    return () => {
      removeEventListener('message', onMessage)
      removeEventListener('blur', look)
    }
  }, [onAnswer])
  return (
    <Box
      component="iframe"
      ref={frame}
      title={title}
      src={`${CAPTCHA_FRAME_PATH}?language=${currentLanguage()}`}
      sx={{ width: '100%', height: isOpen ? 500 : 84, border: 0, colorScheme: 'light' }}
    />
  )
}
