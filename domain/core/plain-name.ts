/** Invisible characters. Joiners are allowed, because Persian and Hindi names need them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/u
/** 'https:', 'www.', and an '@' with something on both sides. */
const SCHEME = /:\/\/|[^\s@]@[^\s@]|www\.|\b(?:https?|ftp|mailto|tel|sms|javascript|data|file):/i
/** A dot between a letter or digit and two letters, as in a host name; also the Chinese and Japanese full stop. */
const HOST = /[\p{L}\p{N}-][.\u3002]\p{L}{2}/u
/** 'J.Smith', 'J.-F.Tremblay': initials without a space. */
const INITIALS = /^(?:\p{Lu}\.-?)+\p{Lu}[\p{L}'’-]*[.,]?$/u

/**
 * Returns whether a mail program could turn a name into a link, or the name contains hidden characters. Names appear in
 * emails that recipients trust (an invitation from "Your account is locked, evil.example").
 */
export function looksLikeLink(name: string): boolean {
  // Mail programs normalize full-width and small letters.
  const text = name.normalize('NFKC')
  if (INVISIBLE.test(name) || SCHEME.test(text)) return true
  return text.split(/\s/).some((word) => HOST.test(word) && !INITIALS.test(word))
}
