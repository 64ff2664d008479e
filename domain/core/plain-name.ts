/** Invisible characters. Joiners are allowed, because Persian and Hindi names need them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/u
/** 'https:', 'www.', and an '@' with something on both sides. */
const SCHEME = /:\/\/|[^\s@]@[^\s@]|www\.|\b(?:https?|ftp|mailto|tel|sms|javascript|data|file):/i
/** A dot with a letter or digit before it and two letters behind it, as in a host name; also the dot of Chinese and Japanese. */
const HOST = /[\p{L}\p{N}-][.\u3002]\p{L}{2}/u
/** 'J.Smith', 'J.-F.Tremblay': initials that a space was left out after. */
const INITIALS = /^(?:\p{Lu}\.-?)+\p{Lu}[\p{L}'’-]*[.,]?$/u

/**
 * Whether a mail program could make a link of a name, or a name hides something. Names stand in mails that the product
 * sends on behalf of a user, to people who trust the sender (an invitation from "Your account is locked, evil.example").
 */
export function looksLikeLink(name: string): boolean {
  // Full-width and small letters are what mail programs read them as.
  const text = name.normalize('NFKC')
  if (INVISIBLE.test(name) || SCHEME.test(text)) return true
  return text.split(/\s/).some((word) => HOST.test(word) && !INITIALS.test(word))
}
