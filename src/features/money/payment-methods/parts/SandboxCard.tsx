import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { SANDBOX_CARDS, sandboxNonceOf } from '#contract/money/sandbox-cards.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useFormFaults } from '#src/ui/form/useFormFaults.ts'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { isExpiration } from './expiration.ts'

interface SandboxCardProps {
  token: string
  onRequestable: (request: (() => Promise<string>) | null) => void
}

const numberOf = (verdict: string) =>
  SANDBOX_CARDS.find((card) => card.verdict === verdict)?.number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The sandbox's card form (ruling 18): test numbers become their nonces here, in the browser, and go nowhere. */
export function SandboxCard({ onRequestable }: SandboxCardProps) {
  const t = useTexts('card')
  const faultOf = useFormFaults()
  const [card, setCard] = useState({ name: '', number: '', expiration: '' })
  const [left, setLeft] = useState({ name: false, number: false, expiration: false })
  const faults = faultsOf(card)

  const change = (part: Partial<typeof card>) => {
    const next = { ...card, ...part }
    setCard(next)
    const nonce = sandboxNonceOf(next.number)
    const isWhole = nonce !== null && Object.values(faultsOf(next)).every((fault) => !fault)
    onRequestable(isWhole ? () => Promise.resolve(nonce) : null)
  }
  /** Each field is told wrong once it was left; an empty one in the words of every form (PAY-011, ACC-117). */
  const field = (name: keyof typeof card, label: string, wrong?: string) => ({
    label,
    // Not the names by which browsers offer cards that are real.
    name: `sandbox_${name}`,
    autoComplete: 'off',
    required: true,
    value: card[name],
    onChange: (text: string) => change({ [name]: text }),
    onBlur: () => setLeft({ ...left, [name]: true }),
    error: left[name]
      ? (faultOf(label, { value: card[name] }) ?? (faults[name] ? wrong : undefined))
      : undefined,
  })
  return (
    <Stack sx={{ gap: 2 }}>
      <AlertBox
        type="notice"
        title={t('card:sandbox.title')}
        message={t('card:sandbox.message', {
          approved: numberOf('approved'),
          declined: numberOf('declined'),
        })}
      />
      <TextInput {...field('name', t('card:sandbox.name'))} />
      <Columns min={180}>
        <TextInput
          {...field('number', t('card:sandbox.number'), t('card:sandbox.numberWrong'))}
          inputMode="numeric"
        />
        <TextInput
          {...field('expiration', t('card:sandbox.expiration'), t('card:sandbox.expirationWrong'))}
          help={t('card:sandbox.expirationHelp')}
          inputMode="numeric"
        />
      </Columns>
    </Stack>
  )
}

function faultsOf({ name, number, expiration }: { name: string; number: string; expiration: string }) {
  return {
    name: !name.trim(),
    number: sandboxNonceOf(number) === null,
    expiration: !isExpiration(expiration, new Date()),
  }
}
