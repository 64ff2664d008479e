/** Returns a one-page PDF (US letter) with lines of text in Helvetica, which every reader has. */
export function onePagePdf(title: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F2 20 Tf 56 724 Td (${escaped(title)}) Tj ET`,
    '0.6 w 56 710 m 556 710 l S',
    ...lines.map((line, index) => `BT /F1 11 Tf 56 ${684 - index * 18} Td (${escaped(line)}) Tj ET`),
  ].join('\n')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ])
}

/** Numbers the objects and appends the cross-reference table with their byte offsets. */
function assemble(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1')
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const start = Buffer.byteLength(body, 'latin1')
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}

/** WinAnsi matches Latin-1 for English and French text. Typographic apostrophes are not in Latin-1. */
function escaped(text: string): string {
  return text.replaceAll('’', "'").replaceAll(/[\\()]/g, '\\$&')
}
