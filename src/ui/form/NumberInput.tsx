import { TextInput, type TextInputProps } from './TextInput.tsx'

interface NumberInputProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'rows' | 'end'> {
  /** Decimals that may be typed; 0 gives the phone's keypad without a point. */
  decimals?: 0 | 2
  /** Unit or currency at the end of the field. */
  unit?: string
}

/**
 * A number kept as the text that was typed, so that a draft never loses a digit; '1,5' becomes '1.5'.
 * Whatever cannot belong to a number is not taken; the contract's schema judges the rest.
 */
export function NumberInput({ decimals = 0, unit, onChange, ...props }: NumberInputProps) {
  return (
    <TextInput
      autoComplete="off"
      {...props}
      inputMode={decimals ? 'decimal' : 'numeric'}
      end={unit}
      onChange={(text) => onChange(keepNumber(text, decimals))}
    />
  )
}

/** What of a typed or pasted text can be a number: digits, and one point with its decimals. */
export function keepNumber(text: string, decimals: 0 | 2): string {
  const plain = text.replace(/\s/g, '')
  // '1,234' and '1,234.50' hold thousands; '12,5' and '12,50' hold a decimal comma.
  const pointed =
    decimals && /^\d*,\d{0,2}$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(',', '')
  const [whole = '', ...fraction] = pointed.replace(/[^\d.]/g, '').split('.')
  if (!decimals || fraction.length === 0) return whole
  return `${whole}.${fraction.join('').slice(0, decimals)}`
}
