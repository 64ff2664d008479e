import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

/** A password field with a button that reveals it. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'end' | 'rows'>) {
  const t = useTexts()
  const [visible, setVisible] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      {...props}
      type={visible ? 'text' : 'password'}
      end={
        <IconButton
          edge="end"
          aria-label={visible ? t('common:field.password.hide') : t('common:field.password.show')}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <VisibilityOff /> : <Visibility />}
        </IconButton>
      }
    />
  )
}
