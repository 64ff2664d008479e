import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, it } from 'vitest'
import orders from '../../../../locales/fr/orders.json'
import { useActorName } from './auto-approve.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'fr',
    resources: { fr: { orders } },
    react: { useSuspense: false },
  })
})

it("a policy that approved an order is named in the user's language, and a person by their own name", () => {
  function Name({ actor }: { actor: string | null }) {
    return useActorName()(actor)
  }
  expect(renderToStaticMarkup(<Name actor="Auto-Approve" />)).toBe('Approbation automatique')
  expect(renderToStaticMarkup(<Name actor="Dana Roy" />)).toBe('Dana Roy')
  expect(renderToStaticMarkup(<Name actor={null} />)).toBe('')
})
