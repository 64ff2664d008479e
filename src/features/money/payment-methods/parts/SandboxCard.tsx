import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId, useState } from 'react'
import { SANDBOX_CARDS, SANDBOX_PAYPAL, sandboxNonceOf } from '#domain/money/sandbox-cards.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useFormErrors } from '#src/ui/form/useFormErrors.ts'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { CardFieldsProps } from '../requested-card.ts'
import { isExpiration } from './expiration.ts'

const emptyCard = { name: '', number: '', expiration: '' }
type Card = typeof emptyCard

/** The sandbox's card form (ruling 18). Maps test numbers to nonces in the browser and sends the numbers nowhere. */
export function SandboxCard({ onRequestable, onEntered, codes }: CardFieldsProps) {
  const t = useTexts('card')
  const [type, setType] = useState<'card' | 'paypal'>('card')
  const [card, setCard] = useState(emptyCard)
  const change = (nextType: typeof type, nextCard: Card) => {
    setType(nextType)
    setCard(nextCard)
    onEntered?.()
    onRequestable(nextType === 'paypal' ? requestPayPal : requestOf(nextCard))
  }
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
      <TypeChoice value={type} onChange={(next) => change(next, card)} />
      {type === 'card' ? (
        <CardFields card={card} onChange={(next) => change('card', next)} codes={codes} />
      ) : (
        <Typography variant="body2">{t('card:sandbox.paypalNote')}</Typography>
      )}
    </Stack>
  )
}

/** Same two options as the drop-in (PAY-008). */
function TypeChoice({
  value,
  onChange,
}: {
  value: 'card' | 'paypal'
  onChange: (value: 'card' | 'paypal') => void
}) {
  const t = useTexts('card')
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id} sx={{ fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' }}>
        {t('card:sandbox.type')}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value}
        onChange={(_, next) => onChange(next === 'paypal' ? 'paypal' : 'card')}
      >
        <FormControlLabel value="card" control={<Radio />} label={t('card:sandbox.card')} />
        <FormControlLabel value="paypal" control={<Radio />} label={t('card:sandbox.paypal')} />
      </RadioGroup>
    </FormControl>
  )
}

/** Field names in the call, where `name` is the payment method's name. */
const FIELD_OF_CALL = { name: 'cardholder_name', number: 'number', expiration: 'expiration' } as const

function CardFields({
  card,
  onChange,
  codes = {},
}: { card: Card; onChange: (card: Card) => void } & Pick<CardFieldsProps, 'codes'>) {
  const t = useTexts('card')
  const textOf = useFieldTexts()
  const errorOf = useFormErrors()
  const [left, setLeft] = useState({ name: false, number: false, expiration: false })
  const errors = cardErrors(card)
  /** Fields show their error after they lose focus. Empty fields use the generic form text (PAY-011, ACC-117). */
  const field = (name: keyof Card, label: string, wrong?: string) => ({
    label,
    // Avoids names for which browsers offer real cards.
    name: `sandbox_${name}`,
    autoComplete: 'off',
    required: true,
    value: card[name],
    onChange: (text: string) => onChange({ ...card, [name]: text }),
    onBlur: () => setLeft({ ...left, [name]: true }),
    error:
      (left[name]
        ? (errorOf(label, { value: card[name] }) ?? (errors[name] ? wrong : undefined))
        : undefined) ?? textOf(codes, FIELD_OF_CALL[name]),
  })
  return (
    <>
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
    </>
  )
}

const requestPayPal = () => Promise.resolve({ nonce: SANDBOX_PAYPAL, cardholderName: null })

function requestOf(card: Card) {
  const nonce = sandboxNonceOf(card.number)
  const isComplete = nonce !== null && Object.values(cardErrors(card)).every((isWrong) => !isWrong)
  return isComplete ? () => Promise.resolve({ nonce, cardholderName: card.name.trim() }) : null
}

const numberOf = (verdict: string) =>
  SANDBOX_CARDS.find((card) => card.verdict === verdict)?.number.replace(/(\d{4})(?=\d)/g, '$1\u00a0')

const cardErrors = ({ name, number, expiration }: Card) => ({
  name: !name.trim(),
  number: sandboxNonceOf(number) === null,
  expiration: !isExpiration(expiration, new Date()),
})
