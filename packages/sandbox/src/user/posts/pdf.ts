const columns = 80
const linesPerPage = 52

/**
 * A PDF of plain text on A4 pages. Its letters are ASCII: accents are dropped, and other scripts become question marks,
 * since a PDF with them would have to include a font.
 */
export function pdfOf(paragraphs: readonly string[]): Uint8Array<ArrayBuffer> {
  const lines = paragraphs.flatMap((paragraph) => linesOf(asciiOf(paragraph)))
  return fileOf(pagesOf(lines).map(contentOf))
}

function asciiOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[^ -~\n]/gu, '?')
}

/** Breaks between words if possible. An empty line stays one. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.split(' ').flatMap(piecesOf)) {
      const last = lines.at(-1)!
      const longer = last === '' ? word : `${last} ${word}`
      if (longer.length <= columns) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines.map((each) => each.trimEnd())
  })
}

function piecesOf(word: string): string[] {
  return word.match(new RegExp(`.{1,${columns}}`, 'g')) ?? ['']
}

function pagesOf(lines: readonly string[]): string[][] {
  const count = Math.max(1, Math.ceil(lines.length / linesPerPage))
  return Array.from({ length: count }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
}

/** The instructions that draw the lines: 10-point text with 14-point line spacing, from the top left. */
function contentOf(lines: readonly string[]): string {
  const drawn = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return ['BT', '/F1 10 Tf', '14 TL', '57 785 Td', ...drawn, 'ET'].join('\n')
}

/** Objects 1 to 3 belong to the entire file. Each page has two: the page and its content. */
function fileOf(contents: readonly string[]): Uint8Array<ArrayBuffer> {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  return bytesOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ])
}

/** Everything is ASCII, so that lengths and positions in the text equal those in the file. */
function bytesOf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return new TextEncoder().encode(text + table + trailer)
}
