/** The text of a form with '\n' as its line ends, as it was entered: forms send each as '\r\n'. */
export const plainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** JSON whose texts have the line ends of a form. Versions before December 2026 have hashed them in this way. */
export const jsonWithFormLineEnds = (json: string): string =>
  json.replace(/(?:\\r)?\\n|\\./g, (part) => (part.endsWith('\\n') ? '\\r\\n' : part))
