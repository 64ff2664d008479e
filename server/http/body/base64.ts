/** JSON escapes that may replace a base64 character: `\/`, and `\u002B` from careful writers. */
const ESCAPED = /\\(?:u([0-9a-fA-F]{4})|(.))/g
const BEGUN = /\\(?:u[0-9a-fA-F]{0,3})?$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes base64 that arrives in pieces inside a JSON text. Returns null for an invalid piece. */
export function base64Decoder() {
  let carry = ''
  let begun = ''
  let isOver = false
  return (text: string, isLast: boolean): Buffer | null => {
    let next = begun + text
    begun = isLast ? '' : (BEGUN.exec(next)?.[0] ?? '')
    next = next.slice(0, next.length - begun.length)
    if (next.includes('\\'))
      next = next.replaceAll(ESCAPED, (_, code: string | undefined, sign: string) =>
        code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16)),
      )
    const signs = carry + next
    if (!BASE64.test(signs) || (isOver && signs !== '')) return null
    isOver = signs.endsWith('=')
    const whole = isLast ? signs.length : signs.length - (signs.length % 4)
    carry = signs.slice(whole)
    return Buffer.from(signs.slice(0, whole), 'base64')
  }
}
