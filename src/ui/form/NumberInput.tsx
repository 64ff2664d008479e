import { useState } from 'react'
import { type NumberFormat, readNumber } from '#domain/core/numbers.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

// No `maxLength`: it would truncate a pasted number to another one.
interface NumberInputProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'rows' | 'end' | 'maxLength'> {
  /** Allowed decimals; 0 shows the phone's keypad without a decimal point. */
  decimals?: 0 | 2
  /** Unit or currency at the end of the field. */
  unit?: string
}

/**
 * A number as text. `onChange` receives wire notation ('1 234,50' as '1234.50'), or the raw text if it is not a number;
 * the field then shows why, and the contract's schema rejects it. The text in the field is never changed.
 */
export function NumberInput({
  decimals = 0,
  unit,
  value,
  onChange,
  onBlur,
  error,
  ...props
}: NumberInputProps) {
  const t = useTexts()
  const { language } = useFormat()
  const [typed, setTyped] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const format: NumberFormat = { decimals, language }
  const shown = wireText(typed, format) === value ? typed : value
  const { fault } = readNumber(shown, format)
  const ownError = fault && !(isTyping && mayBecomeNumber(shown)) ? t(`common:number.${fault}`) : undefined
  return (
    <TextInput
      autoComplete="off"
      {...props}
      value={shown}
      inputMode={decimals ? 'decimal' : 'numeric'}
      end={unit}
      error={error ?? ownError}
      onBlur={() => {
        setTyping(false)
        onBlur?.()
      }}
      onChange={(text) => {
        setTyping(true)
        setTyped(text)
        onChange(wireText(text, format))
      }}
    />
  )
}

const wireText = (text: string, format: NumberFormat) => readNumber(text, format).value ?? text

/** '1,23' may become '1,234': no error before the field loses focus. */
const mayBecomeNumber = (text: string) => /^[\d\s.,]*$/.test(text)
