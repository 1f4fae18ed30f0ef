import type { ContentStore } from 'waraq'
import { sideBySide, type SideBySideOf } from 'waraq/quran'
import { shortHref } from '../../routes/route.ts'
import type { Words } from '../../words/words.ts'
import type { LabelOf } from '../labels.ts'
import type { VerseRange } from '../range/verse-range.ts'
import { displayRange } from '../verse-name.ts'
import { copiedText } from './copied-text.ts'
import type { Shared, ShareWay } from './use-share.ts'

interface Known {
  readonly words: Words
  readonly store: Pick<ContentStore, 'query'> | null
  readonly labelOf: LabelOf
  readonly chapterName: (chapter: number) => string
  readonly of: SideBySideOf | null
}

/** Some browsers write to the clipboard only during a press. So they receive a promise of the text before it is known. */
async function copy(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem !== 'function') return navigator.clipboard.writeText(await text)
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

async function copyAs(what: 'text' | 'link', text: Promise<string>): Promise<Shared> {
  try {
    await copy(text)
    return what
  } catch {
    return 'failed'
  }
}

/** Shares verses with the system's share sheet. Copies their link if there is no such sheet, or if it cannot be shown. */
export async function share(way: ShareWay, range: VerseRange, known: Known): Promise<Shared> {
  const { words, store, labelOf, chapterName, of } = known
  const url = new URL(shortHref(range), location.href).href
  const name = displayRange(range, chapterName, words)
  const text = async () =>
    copiedText((of && (await store?.query(sideBySide(of, range)))) ?? [], name, labelOf)
  if (way === 'text') return copyAs('text', text())
  if (way === 'share' && typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: name, text: await text(), url })
      return null
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  return copyAs('link', Promise.resolve(url))
}
