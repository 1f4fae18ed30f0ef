import { createSandbox } from '@waraq/sandbox'
import { ResourceIndex } from '../../packages/waraq/src/search/inverted/resource-index.ts'
import { readText } from '../../packages/waraq/src/search/library/text-rows.ts'
import { judge, judged } from '../../packages/waraq/src/search/scenarios/judge.test-support.ts'
import { digestOf } from '../../packages/waraq/src/search/text/digest.ts'
import { median } from '../journeys/measures/table.mjs'

/**
 * `pnpm measure:search`: what an index of each text costs, and what a search of it finds, by the judge of `recall.deep.test.ts`.
 * Times are CPU time of one thread on this machine; sizes are of what is stored. Not a test.
 */

const resources: Readonly<Record<string, string>> = {
  'Arabic (`quran_core:1`)': 'text_uthmani',
  'English (`translations:20`)': 'text',
  'Urdu (`translations:97`)': 'text',
  'Chinese (`translations:109`)': 'text',
  'generated tafsir (`tafsirs:169`)': 'text',
}
const rounds = 3
const wordsJudged = 100

const cpuMs = (work: () => void) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const medianMs = (work: () => void) => median(Array.from({ length: rounds }, () => cpuMs(work)))
const bytesOf = (text: string) => Buffer.byteLength(text)
const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
const share = (value: number) => `${(value * 100).toFixed(1)} %`

function costs(name: string, field: string): string[] {
  const key = /`(.*)`/.exec(name)![1]!
  const rows = createSandbox({ content: { resources: key } }).snapshotRows(key)!
  const texts = rows
    .filter((row) => typeof row[field] === 'string' && (row['record_type'] ?? 'verse') === 'verse')
    .map((row) => String(row[field]))
  const build = () => {
    const index = ResourceIndex.empty()
    for (const [at, html] of texts.entries()) {
      const { words } = readText({ recordKey: String(at), verseKey: null, html, plain: [], digest: 0 })
      index.put(String(at + 1), digestOf(html), words)
    }
    return index
  }
  const packed = build().pack()
  const stored =
    bytesOf(packed.words) +
    packed.bytes.length +
    packed.digests.byteLength +
    bytesOf(packed.recordKeys.join('\n'))
  const textBytes = texts.reduce((sum, text) => sum + bytesOf(text), 0)
  return [
    name,
    kB(textBytes),
    `${Math.round(medianMs(() => void build()))} ms`,
    kB(stored),
    share(stored / textBytes),
    `${Math.round(medianMs(() => void ResourceIndex.unpack(packed)))} ms`,
  ]
}

/** Each line as soon as it is measured. */
function print(head: readonly string[], rows: Iterable<readonly string[]>): void {
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log('')
  line(head)
  line(head.map(() => '---'))
  for (const row of rows) line(row)
}

function* costsOfAll() {
  for (const [name, field] of Object.entries(resources)) yield costs(name, field)
}

function* foundInAll() {
  for (const language of judged) {
    const { texts, recall, precision } = judge(language, { words: wordsJudged, seed: 1 })
    const shares = [recall.asWritten, recall.typedOtherwise, precision.asText, precision.asWord]
    yield [language, String(texts), ...shares.map(share)]
  }
}

print(['resource', 'text', 'to build', 'stored', 'of the text', 'to load'], costsOfAll())
print(
  ['language', 'texts', 'recall as written', 'typed otherwise', 'precision: has it', 'as a word'],
  foundInAll(),
)
