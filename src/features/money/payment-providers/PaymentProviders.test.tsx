import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, it } from 'vitest'
import common from '../../../../locales/en/common.json'
import paymentMethods from '../../../../locales/en/payment-methods.json'
import { PaymentProviders } from './PaymentProviders.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { common, 'payment-methods': paymentMethods } },
    defaultNS: 'common',
    react: { useSuspense: false },
  })
})

it('explains that the fleet has no payment provider, or that none of several was chosen (PAY-002, PAY-003)', () => {
  const shown = (providers: ('WEX' | 'Fleetcor')[]) =>
    renderToStaticMarkup(
      <PaymentProviders fleetId={1} providers={providers} chosen={null} onChoose={() => {}} />,
    )
  expect(shown([])).toContain('No payment providers available')
  expect(shown(['WEX', 'Fleetcor'])).toContain('No payment provider selected')
  expect(shown(['Fleetcor'])).toContain('Managed by Fleetcor')
})
