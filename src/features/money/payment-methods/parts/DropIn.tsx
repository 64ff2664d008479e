import dropIn from 'braintree-web-drop-in'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { allowDropInMarkup } from '#src/lib/foreign-markup.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import type { CardFieldsProps, RequestCard } from '../requested-card.ts'

/**
 * Braintree's drop-in for cards and PayPal (PAY-008, PAY-010, PAY-011). The card fields are Braintree's iframes, so the
 * card number never enters this page (OFF-033).
 */
export function DropIn({ token, onRequestable, onEntered }: CardFieldsProps) {
  const t = useTexts('card')
  const container = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)

  const onChange = useEffectEvent((request: RequestCard | null) => {
    if (request) onEntered?.()
    onRequestable(request)
  })
  useEffect(() => {
    const place = container.current?.appendChild(document.createElement('div'))
    if (!place) return
    const mounted = mount(token, place, (request) => onChange(request))
    mounted.catch((error: unknown) => {
      console.error('The card form could not be loaded', error)
      setBroken(true)
    })
    return () => {
      void mounted.then((form) => form.teardown()).catch(() => {})
      place.remove()
    }
  }, [token])

  if (isBroken) return <AlertBox type="error" message={t('card:failed')} />
  return <Box ref={container} sx={{ minHeight: 260 }} />
}

async function mount(
  token: string,
  container: HTMLElement,
  onRequestable: (request: RequestCard | null) => void,
) {
  allowDropInMarkup()
  const form = await dropIn.create({
    authorization: token,
    container,
    locale: currentLanguage() === 'fr' ? 'fr_CA' : 'en_US',
    card: { cardholderName: { required: true } },
    // Shown only if the merchant account supports PayPal.
    paypal: { flow: 'vault' },
  })
  const request: RequestCard = async () => {
    const { nonce, details } = await form.requestPaymentMethod()
    return { nonce, cardholderName: details?.cardholderName ?? null }
  }
  // A new function each time, so that another card counts as another request.
  const announce = () => onRequestable(() => request())
  form.on('paymentMethodRequestable', announce)
  form.on('noPaymentMethodRequestable', () => onRequestable(null))
  if (form.isPaymentMethodRequestable()) announce()
  return form
}
