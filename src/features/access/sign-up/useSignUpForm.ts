import { useState } from 'react'
import type { Country } from '#contract/core/locale.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import {
  noPasswords,
  parseDraft,
  readSignUp,
  type SignUpField,
  type SignUpPasswords,
} from './sign-up-form.ts'
import { useStoredForm } from './useStoredForm.ts'

/** The server's error codes, each shown until the refused value changes. */
type Refused = Partial<Record<SignUpField, { code: string; value: string }>>

/**
 * State of the sign-up form. A field shows its error on blur and clears it on the keystroke that fixes it, so that no
 * error appears in the middle of a word.
 */
export function useSignUpForm(country: Country) {
  const t = useTexts('sign-up', 'fields')
  const form = useStoredForm('sign_up', parseDraft)
  const [passwords, setPasswords] = useState(noPasswords)
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set())
  const [isMismatch, setMismatch] = useState(false)
  const [refused, setRefused] = useState<Refused>({})
  const values = { ...form.value, ...passwords }
  const { fields, faults } = readSignUp(form.value, passwords, country)

  function codeOf(name: SignUpField): string | undefined {
    const problem = refused[name]
    if (problem && problem.value === values[name]) return problem.code
    if (!left.has(name)) return undefined
    // An empty confirmation is reported as a mismatch only after a different one was typed.
    if (name === 'confirmPassword' && !passwords.confirmPassword)
      return isMismatch ? 'password_mismatch' : 'required'
    return faults[name]?.[0]
  }

  return {
    draft: form.value,
    changeDraft: form.change,
    passwords,
    changePasswords(next: SignUpPasswords) {
      if (next.confirmPassword !== passwords.confirmPassword) {
        setMismatch(false)
        setLeft(without(left, 'confirmPassword'))
      }
      setPasswords(next)
    },
    /** The request fields; undefined while something is missing or invalid. */
    fields,
    errorOf(name: SignUpField): string | undefined {
      const code = codeOf(name)
      return (
        code &&
        t(`sign-up:fault.${code}` as 'sign-up:fault.text', {
          defaultValue: t(`fields:${code}` as 'fields:text', { defaultValue: t('sign-up:fault.text') }),
        })
      )
    },
    leave: (name: SignUpField) => setLeft((before) => new Set([...before, name])),
    clearConfirmation() {
      setPasswords({ ...passwords, confirmPassword: '' })
      setMismatch(true)
      setLeft((before) => new Set([...before, 'confirmPassword']))
    },
    /** Stores the server's error codes. Returns whether any belongs to a field of this form. */
    showErrors(codes: Record<string, readonly string[]>): boolean {
      const own = Object.entries(codes).filter(([name]) => name in values)
      setRefused(
        Object.fromEntries(
          own.map(([name, [code = 'text']]) => [name, { code, value: String(values[name as SignUpField]) }]),
        ),
      )
      return own.length > 0
    },
    key: form.key,
    renewKey: form.renewKey,
    forget: form.forget,
  }
}
export type SignUpForm = ReturnType<typeof useSignUpForm>

function without(names: ReadonlySet<SignUpField>, name: SignUpField) {
  return new Set([...names].filter((each) => each !== name))
}
