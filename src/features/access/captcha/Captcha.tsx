import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { useId, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { requestCaptcha } from './captcha.commands.ts'
import { RecaptchaFrame } from './parts/RecaptchaFrame.tsx'

interface CaptchaProps {
  /** An earlier solution is used up: says that the box must be ticked again. */
  isRenewed: boolean
  /** The solution; undefined once it has expired. */
  onAnswer: (answer: string | undefined) => void
}

type State = 'open' | 'working' | 'done' | 'failed' | { siteKey: string }

/**
 * "I am not a robot" box: ticking it runs a proof of work in the browser, or shows reCAPTCHA if that is configured
 * (ACC-027, ACC-030, ruling 11). Change its key to request a new challenge.
 */
export function Captcha({ isRenewed, onAnswer }: CaptchaProps) {
  const t = useTexts('sign-in-steps')
  const noteId = useId()
  const [state, setState] = useState<State>('open')

  async function work() {
    setState('working')
    try {
      const captcha = await requestCaptcha()
      if ('siteKey' in captcha) return setState(captcha)
      onAnswer(captcha.answer)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  if (typeof state === 'object')
    return <RecaptchaFrame title={t('sign-in-steps:captcha.frame')} onAnswer={onAnswer} />
  const note =
    state === 'working'
      ? t('sign-in-steps:captcha.working')
      : state === 'failed'
        ? t('sign-in-steps:captcha.failed')
        : state === 'done'
          ? t('sign-in-steps:captcha.done')
          : isRenewed && t('sign-in-steps:captcha.again')
  return (
    <FormControl
      error={state === 'failed'}
      sx={{ px: 1.5, py: 0.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <FormControlLabel
        label={t('sign-in-steps:captcha.label')}
        control={
          state === 'working' ? (
            <CircularProgress size={24} aria-hidden sx={{ m: 1.125 }} />
          ) : (
            <Checkbox
              checked={state === 'done'}
              name="captcha"
              onChange={() => state !== 'done' && void work()}
              slotProps={{ input: note ? { 'aria-describedby': noteId } : {} }}
            />
          )
        }
      />
      <FormHelperText id={noteId} role="status" sx={{ mx: 0, minHeight: '1.6em' }}>
        {note}
      </FormHelperText>
    </FormControl>
  )
}
