import Box from '@mui/material/Box'
import dropIn from 'braintree-web-drop-in'
import { useEffect, useRef, useState } from 'react'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { allowDropInMarkup } from '#src/lib/foreign-markup.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface DropInProps {
  token: string
  onRequestable: (request: (() => Promise<string>) | null) => void
}

/** Braintree's own card form, in frames of its own: the number never enters this page (OFF-033, PAY-010, PAY-011). */
export function DropIn({ token, onRequestable }: DropInProps) {
  const t = useTexts('card')
  const container = useRef<HTMLDivElement>(null)
  const tell = useRef(onRequestable)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    tell.current = onRequestable
  }, [onRequestable])
  useEffect(() => {
    const place = container.current?.appendChild(document.createElement('div'))
    if (!place) return
    const made = mount(token, place, (request) => tell.current(request))
    made.catch((error: unknown) => {
      console.error('The card form could not be made', error)
      setBroken(true)
    })
    return () => {
      void made.then((form) => form.teardown()).catch(() => {})
      place.remove()
    }
  }, [token])

  if (isBroken) return <AlertBox type="error" message={t('card:failed')} />
  return <Box ref={container} sx={{ minHeight: 260 }} />
}

async function mount(token: string, container: HTMLElement, tell: DropInProps['onRequestable']) {
  allowDropInMarkup()
  const form = await dropIn.create({
    authorization: token,
    container,
    locale: currentLanguage() === 'fr' ? 'fr_CA' : 'en_US',
    card: { cardholderName: { required: true } },
  })
  const request = async () => (await form.requestPaymentMethod()).nonce
  form.on('paymentMethodRequestable', () => tell(request))
  form.on('noPaymentMethodRequestable', () => tell(null))
  if (form.isPaymentMethodRequestable()) tell(request)
  return form
}
