import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { recordingBench, verseRow, type RecordingBench } from '../recordings/recordings.test-support.ts'
import { wordAt } from '../readers/word-at.ts'

const guide = readFileSync(new URL('../../../READING.md', import.meta.url), 'utf8')
const section = guide.slice(guide.indexOf('\n## Recordings\n'))

let at: RecordingBench
afterEach(() => at.close())

it('the example of the guide runs', async () => {
  at = await recordingBench([verseRow('112:1', { segments: [[1, 0, 500]] as never })])
  const example = /```ts\n(?:import .*\n)+([^]*?)```/.exec(section)![1]!.replace('id: 7', 'id: 901')
  const printed: unknown[] = []
  const console = { log: (...values: unknown[]) => printed.push(...values), warn: () => undefined }
  const audio = { src: '', currentTime: 0.2, ontimeupdate: () => undefined, onended: () => undefined }
  const openRecordings = ({ hosts, base }: { readonly hosts: string[]; readonly base: string }) =>
    at.open({ hosts, base })
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  const run = new AsyncFunction('openRecordings', 'wordAt', 'store', 'audio', 'console', example)
  await run(openRecordings, wordAt, at.bench.store, audio, console)
  expect(audio.src).toMatch(/^blob:/)
  audio.ontimeupdate()
  audio.onended()
  expect(printed).toEqual(['1 of 1', 1])
  expect(at.asked().map(({ url }) => url)).toEqual(['https://verses.quran.com/Reciter/mp3/112001.mp3'])
})
