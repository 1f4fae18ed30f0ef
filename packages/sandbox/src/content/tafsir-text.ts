import { between, pick, randomFor } from '../random.ts'

/** Sentences that describe themselves, so that no reader takes generated text for a commentary. */
const sentences = [
  'This sentence was put together by the sandbox and explains nothing.',
  'A real commentary would stand here; the sandbox only keeps its place.',
  'Generated text has the length of the real text and none of its meaning.',
  'Readers who meet this page are looking at a development tool.',
  'The paragraph is long so that a snapshot of this resource weighs what a real one weighs.',
  'Nothing in it comes from a book, a scholar or a translation.',
  'Its words were chosen by a seeded random number, so they are the same on each run.',
  'Programs may search it, cut it, store it and show it; people may skip it.',
  'Where several verses share one text, the text stands on the first of them.',
  'The markup is of the kind that commentaries use: a heading, paragraphs, a quotation.',
] as const

const quotations = [
  'Sandbox text, quoted from nowhere.',
  'A quotation that the sandbox made up about itself.',
  'This block exists so that block quotations are seen.',
] as const

/** The average number of characters of a text. A complete tafsir has about 12 MB. */
const averageLength = 4_500

/** The HTML of one generated commentary. The same seed, resource and group give the same text. */
export function tafsirText(
  seed: number,
  resourceId: number,
  groupId: number,
  from: string,
  to: string,
): string {
  const random = randomFor(seed, 'tafsir text', resourceId, groupId)
  const target = averageLength * (0.4 + 1.2 * random())
  const range = from === to ? from : `${from} to ${to}`
  let html = `<h2>Sandbox commentary on ${range}</h2><p>This is generated sandbox text. It is not a commentary.</p>`
  while (html.length < target) {
    const block = Array.from({ length: between(random, 3, 7) }, () => pick(random, sentences)).join(' ')
    html += `<p>${block}</p>`
    if (random() < 0.15) html += `<blockquote>${pick(random, quotations)}</blockquote>`
  }
  return html
}
