/** Returns a code without a text as words, such as a status of a newer server: 'on_hold' becomes 'on hold'. */
export const plainCode = (code: string): string => code.replaceAll('_', ' ')
