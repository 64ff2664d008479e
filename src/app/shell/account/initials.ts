/** The first two initials of a full name: 'Mary Ann Lee' is MA (BRD-060). */
export function initialsOf(name: string): string {
  return name.trim().split(/\s+/).slice(0, 2).map(firstGrapheme).join('').toUpperCase()
}

/** As it is seen: half of an emoji, or a letter without its accent, is none. */
const firstGrapheme = (word: string) => {
  for (const { segment } of segmenter.segment(word)) return segment
  return ''
}
const segmenter = new Intl.Segmenter()
