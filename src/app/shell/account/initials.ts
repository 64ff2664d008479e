/** Returns the first two initials of a full name: 'Mary Ann Lee' becomes MA (BRD-060). */
export function initialsOf(name: string): string {
  return name.trim().split(/\s+/).slice(0, 2).map(firstGrapheme).join('').toUpperCase()
}

/** By grapheme, so that an emoji or an accented letter is not split. */
const firstGrapheme = (word: string) => {
  for (const { segment } of segmenter.segment(word)) return segment
  return ''
}
const segmenter = new Intl.Segmenter()
