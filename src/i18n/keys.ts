import type {} from 'i18next'
import type common from '../../locales/en/common.json'
import type errors from '../../locales/en/errors.json'

// Types every key from the English files. A new noun adds its file here, in order of the alphabet.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
    resources: {
      common: typeof common
      errors: typeof errors
    }
  }
}
