import { describe, expect, it } from 'vitest'
import { pdfOf } from './pdf.ts'
import { mentionOfUser, postSandbox, type User, write } from './posts.test-support.ts'

const path = '/v1/posts/export/pdf'
const textOf = (file: Uint8Array) => new TextDecoder('ascii').decode(file)

/** The objects of a PDF by number, found as readers find them: by the table at its end. */
function objectsOf(file: Uint8Array): Map<number, string> {
  const text = textOf(file)
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]))
  const rows = [...table.slice(0, table.indexOf('trailer')).matchAll(/^(\d{10}) (\d{5}) ([nf]) $/gm)]
  expect(table).toMatch(new RegExp(`^xref\\n0 ${rows.length}\\n`))
  return new Map(
    rows.flatMap(([, place, , kind], number) => {
      if (kind === 'f') return []
      const object = text.slice(Number(place))
      expect(object.startsWith(`${number} 0 obj\n`)).toBe(true)
      return [[number, object.slice(0, object.indexOf('\nendobj'))] as const]
    }),
  )
}

/** The lines of each page. */
function pagesOf(file: Uint8Array): string[][] {
  const objects = objectsOf(file)
  const kids = [.../\/Kids \[(.*)\]/.exec(objects.get(2)!)![1]!.matchAll(/(\d+) 0 R/g)]
  return kids.map(([, kid]) => {
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(objects.get(Number(kid))!)![1]))!
    const stream = content.slice(content.indexOf('stream\n') + 7, content.indexOf('\nendstream'))
    expect(stream).toHaveLength(Number(/\/Length (\d+)/.exec(content)![1]))
    return [...stream.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => line!.replace(/\\(.)/g, '$1'))
  })
}

describe('a PDF', () => {
  it('has its lines on as many pages as they need', () => {
    const pages = pagesOf(pdfOf(Array.from({ length: 60 }, (_, index) => `line ${index}`)))
    expect(pages.map((lines) => lines.length)).toEqual([52, 8])
    expect([pages[0]![0], pages[1]![7]]).toEqual(['line 0', 'line 59'])
    expect(pagesOf(pdfOf([]))).toEqual([[]])
  })

  it('breaks long lines between words, and long words anywhere', () => {
    const [lines] = pagesOf(pdfOf([`${'word '.repeat(20)}\n\n${'x'.repeat(81)}`]))
    expect(lines).toEqual(['word '.repeat(16).trim(), 'word '.repeat(4).trim(), '', 'x'.repeat(80), 'x'])
  })

  it('is ASCII, and says no more than its text', () => {
    const file = pdfOf(['Café (not \\ closed', 'كتاب 📖\ttab'])
    expect(pagesOf(file)).toEqual([['Cafe (not \\ closed', '???? ? tab']])
    expect(file.every((byte) => byte < 128)).toBe(true)
    expect(textOf(file).startsWith('%PDF-1.4\n')).toBe(true)
  })
})

describe('the export of posts', () => {
  const exported = async (user: User, ids: readonly number[]) => user.send('POST', path, { body: { ids } })

  it('is a PDF of them, in the order asked for', async () => {
    const { amina, idris } = await postSandbox()
    const mention = mentionOfUser(idris.id, 'Idris')
    const references = [
      { chapterId: 1, from: 0, to: 0 },
      { chapterId: 2, from: 255, to: 255 },
      { chapterId: 3, from: 1, to: 2 },
    ]
    const first = await write(amina, {
      body: `Ask ${mention.marker} about it.`,
      mentions: [mention],
      references,
    })
    const second = await write(idris, { body: 'Nothing else.' })
    const response = await exported(idris, [second.id, first.id, second.id])
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const pages = pagesOf(new Uint8Array(await response.arrayBuffer()))
    expect(pages).toEqual([
      [
        'Idris Okoye (idris), 2026-01-05',
        'Nothing else.',
        '',
        'Amina Rahman (amina), 2026-01-05',
        '1, 2:255, 3:1-2',
        'Ask Idris about it.',
        '',
      ],
    ])
  })

  it('needs posts that the user sees', async () => {
    const { amina, idris } = await postSandbox()
    const open = await write(amina)
    const draft = await write(amina, { draft: true })
    const refusal = (ids: readonly number[]) => idris.refused('POST', path, { body: { ids } })
    expect(await refusal([open.id, draft.id])).toBe('404 not_found')
    expect(await refusal([999])).toBe('404 not_found')
    expect(await refusal([])).toBe('400 invalid_request')
    expect((await exported(amina, [draft.id])).status).toBe(200)
  })
})
