import type { ContentStore } from 'waraq'
import type { RecordingSource } from 'waraq/files'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { State } from '../../demo/src/observable.ts'
import type { Settings } from '../../demo/src/settings/settings.ts'
import { AudioPlayer } from '../../demo/src/player/audio-player.ts'

/** What the player does with the page's sounds, of which these stand-ins tell what was asked of them. */

class Sound extends EventTarget {
  src = ''
  currentTime = 0
  duration = 5
  paused = true
  ended = false
  error: unknown = null
  playbackRate = 1
  defaultPlaybackRate = 1
  preservesPitch = false
  /** How `play` ends. */
  static refused = new Set<Sound>()
  static all: Sound[] = []

  constructor() {
    super()
    Sound.all.push(this)
  }

  async play(): Promise<void> {
    if (Sound.refused.has(this)) throw new DOMException('', 'NotAllowedError')
    this.paused = this.ended = false
    this.tell('playing')
  }

  pause(): void {
    this.paused = true
  }

  removeAttribute(): void {
    this.src = ''
  }

  tell(event: string): void {
    this.dispatchEvent(new Event(event))
  }

  end(): void {
    this.ended = this.paused = true
    this.tell('ended')
  }
}

const verse = (verseKey: string) => ({ verseKey, url: `${verseKey}.mp3`, segments: [], row: {} })
const audio = {
  chapter: 112,
  url: null,
  verses: ['112:1', '112:2', '112:3'].map(verse),
  basmala: verse('1:1'),
}
type PlayerSettings = Pick<Settings, 'speed' | 'playsOn'>
let settings: State<PlayerSettings>
let opened: string[]
let released: string[]

let page: EventTarget

function newPlayer(
  found: object = audio,
  verses: RecordingSource['verses'] = [],
  isKept = true,
): AudioPlayer {
  const store = { query: async () => found } as unknown as ContentStore
  const source = async (_: unknown, what: unknown): Promise<RecordingSource> => {
    opened.push(String(what))
    const release = () => void released.push(String(what))
    return { url: `of:${String(what)}`, isKept, release, segments: [], verses, row: {} as never }
  }
  return new AudioPlayer(store, async () => ({ source }) as never, settings)
}

/** The sounds that play, by address. */
const playing = () => Sound.all.filter(({ paused }) => !paused).map(({ src }) => src)

beforeEach(() => {
  Sound.all = []
  Sound.refused = new Set()
  settings = new State<PlayerSettings>({ speed: 1, playsOn: false })
  opened = []
  released = []
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('Audio', Sound)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(() => void vi.unstubAllGlobals())

it('begins with the basmala, and opens each recording while the one before plays', async () => {
  const player = newPlayer()
  await player.play('recitations:7', 112)
  await settle()
  expect([playing(), opened]).toEqual([['of:1:1'], ['1:1', '112:1']])
  const [one, other] = Sound.all as [Sound, Sound]
  expect(other.src).toBe('of:112:1')
  one.end()
  // In the same turn: nothing has to be waited for.
  expect(playing()).toEqual(['of:112:1'])
  await settle()
  expect([opened.slice(2), released, Sound.all]).toEqual([['112:2'], ['1:1'], [one, other]])
  expect(one.src).toBe('of:112:2')
  other.end()
  await settle()
  one.end()
  await settle()
  other.end()
  await settle()
  expect([player.state.get().phase, opened]).toEqual(['paused', ['1:1', '112:1', '112:2', '112:3']])
})

it('opens what a reader goes to elsewhere, and gives up what it had opened', async () => {
  const player = newPlayer()
  await player.play('recitations:7', 112, '112:1')
  await settle()
  player.step(-1)
  await settle()
  expect([playing(), released]).toEqual([['of:1:1'], ['112:2', '112:1']])
  player.close()
  expect([playing(), new Set(released)]).toEqual([[], new Set(['112:2', '112:1', '1:1'])])
})

it('goes on where it stopped after a failure', async () => {
  const player = newPlayer()
  await player.play('recitations:7', 112, '112:2')
  await settle()
  const [sound] = Sound.all as [Sound]
  sound.currentTime = 3.5
  sound.tell('timeupdate')
  sound.pause()
  sound.tell('error')
  expect(player.state.get().phase).toBe('failed')
  sound.currentTime = 0
  player.toggle()
  await settle()
  expect([playing(), sound.currentTime, player.state.get().phase]).toEqual([['of:112:2'], 3.5, 'playing'])
})

it('waits for a connection with what is not kept, and then for a press, which begins at the verse', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const whole = { chapter: 112, url: 'c.mp3', verses: [], basmala: null }
  const times = [{ verseKey: '112:3', startMs: 4_000, endMs: 6_000 }]
  const player = newPlayer(whole, times, false)
  await player.play('chapter_recitations:7', 112, '112:3')
  expect(player.state.get().problem).toEqual({ is: 'not_here' })
  vi.stubGlobal('navigator', { onLine: true })
  page.dispatchEvent(new Event('online'))
  await settle()
  expect([player.state.get().problem, playing()]).toEqual([null, []])
  player.toggle()
  await settle()
  expect([playing(), Sound.all[0]!.currentTime]).toEqual([['of:112'], 4])
})

it('tells of no failure of what is only opened ahead, and opens it again in its turn', async () => {
  const player = newPlayer()
  await player.play('recitations:7', 112, '112:1')
  await settle()
  const [one, other] = Sound.all as [Sound, Sound]
  other.error = new Error('no network')
  other.tell('error')
  expect(player.state.get()).toMatchObject({ phase: 'playing', problem: null })
  one.end()
  await settle()
  expect([playing(), opened.filter((each) => each === '112:2').length]).toEqual([['of:112:2'], 2])
})

it('plays on in the sound that a press has begun where the browser lets no other begin', async () => {
  const player = newPlayer()
  await player.play('recitations:7', 112, '112:1')
  await settle()
  const [one, other] = Sound.all as [Sound, Sound]
  Sound.refused.add(other)
  one.end()
  await settle()
  expect([playing(), one.src, player.state.get().problem]).toEqual([['of:112:2'], 'of:112:2', null])
})

/** Ends what plays, and waits for what comes of it. */
async function end(): Promise<void> {
  Sound.all.find(({ paused }) => !paused)!.end()
  await settle()
}

it('plays each recording at the chosen speed, with its pitch, as soon as that changes', async () => {
  settings.update({ speed: 1.5 })
  const player = newPlayer()
  await player.play('recitations:7', 112)
  await settle()
  const rates = () => Sound.all.map((each) => [each.playbackRate, each.defaultPlaybackRate])
  expect([rates(), Sound.all.map(({ preservesPitch }) => preservesPitch)]).toEqual([
    [
      [1.5, 1.5],
      [1.5, 1.5],
    ],
    [true, true],
  ])
  settings.update({ speed: 0.5 })
  expect(rates()).toEqual([
    [0.5, 0.5],
    [0.5, 0.5],
  ])
})

describe('a part that is repeated', () => {
  const listen = async (verseKey: string, repeat: Parameters<AudioPlayer['repeat']>[0]) => {
    const player = newPlayer()
    await player.play('recitations:7', 112, verseKey)
    await settle()
    player.repeat(repeat)
    await settle()
    return player
  }

  it('of one verse plays in the recording that is open, and then the next one', async () => {
    const player = await listen('112:1', { of: 'verse', range: null, times: 2 })
    const [sound] = Sound.all as [Sound]
    sound.currentTime = 5
    sound.end()
    // In the same turn, and without another request.
    expect([playing(), sound.currentTime]).toEqual([['of:112:1'], 0])
    await settle()
    expect(opened.filter((each) => each === '112:1')).toHaveLength(1)
    await end()
    expect([playing(), player.state.get().repeat.of]).toEqual([['of:112:2'], 'nothing'])
  })

  it('of a range begins there, is opened ahead, and pauses after the last time', async () => {
    const player = await listen('112:1', {
      of: 'range',
      range: { from: '112:2', to: '112:3' },
      times: 2,
    })
    const heard = [playing()]
    await end()
    expect(opened.at(-1)).toBe('112:2')
    for (let count = 0; count < 2; count++) {
      heard.push(playing())
      await end()
    }
    heard.push(playing())
    await end()
    expect([...heard, playing()].flat()).toEqual(['of:112:2', 'of:112:3', 'of:112:2', 'of:112:3'])
    expect(player.state.get()).toMatchObject({ phase: 'paused', repeat: { of: 'nothing' } })
  })

  it('of one verse in the recording of a chapter goes back to where the verse begins', async () => {
    const whole = { chapter: 112, url: 'c.mp3', verses: [], basmala: null }
    const times = [0, 2, 4].map((second, index) => ({
      verseKey: `112:${index + 1}`,
      startMs: second * 1_000,
      endMs: second * 1_000 + 2_000,
    }))
    const player = newPlayer(whole, times)
    await player.play('chapter_recitations:7', 112, '112:2')
    await settle()
    player.repeat({ of: 'verse', range: null, times: 2 })
    const [sound] = Sound.all as [Sound]
    const at = (second: number) => {
      sound.currentTime = second
      sound.tell('timeupdate')
      return sound.currentTime
    }
    expect([at(3.9), at(4.1), at(3.9), at(4.1)]).toEqual([3.9, 2, 3.9, 4.1])
    // What the reader goes to has not been left by the sound.
    player.repeat({ of: 'verse', range: null, times: 2 })
    player.seek(0.5)
    expect(at(0.6)).toBe(0.6)
  })
})

it('goes on with the next chapter if that is wanted', async () => {
  const player = newPlayer()
  await player.play('recitations:7', 112, '112:3')
  await settle()
  settings.update({ playsOn: true })
  await end()
  expect([player.state.get().chapter, player.state.get().phase]).toEqual([113, 'playing'])
})

describe('the sleep timer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  const play = async (verseKey = '112:1') => {
    const player = newPlayer()
    const started = player.play('recitations:7', 112, verseKey)
    await vi.advanceTimersByTimeAsync(0)
    await started
    await vi.advanceTimersByTimeAsync(0)
    return player
  }

  it('pauses after its minutes, where the sound is', async () => {
    const player = await play()
    player.sleep.set(5)
    Sound.all[0]!.currentTime = 3
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    expect(playing()).toEqual(['of:112:1'])
    await vi.advanceTimersByTimeAsync(1)
    expect([playing(), Sound.all[0]!.currentTime, player.sleep.state.get().choice]).toEqual([[], 3, null])
    Sound.all[0]!.tell('pause')
    player.toggle()
    expect([playing(), Sound.all[0]!.currentTime]).toEqual([['of:112:1'], 3])
  })

  it('does nothing once it is off, or another one begins', async () => {
    const player = await play()
    player.sleep.set(5)
    player.sleep.set(15)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    player.sleep.set(null)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(playing()).toEqual(['of:112:1'])
  })

  it('keeps a recording paused that was being opened', async () => {
    const player = await play()
    player.sleep.set(5)
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    const step = player.play('recitations:7', 112, '112:3')
    vi.advanceTimersByTime(1)
    await step
    await vi.advanceTimersByTimeAsync(0)
    expect([playing(), player.state.get().phase]).toEqual([[], 'paused'])
    player.toggle()
    expect(playing()).toEqual(['of:112:3'])
  })

  it('ends with the chapter, though that is repeated and another follows', async () => {
    settings.update({ playsOn: true })
    const player = await play('112:3')
    player.repeat({ of: 'chapter', range: null, times: Infinity })
    player.sleep.set('chapter')
    Sound.all.find(({ paused }) => !paused)!.end()
    await vi.advanceTimersByTimeAsync(0)
    expect([playing(), player.state.get().chapter, player.sleep.state.get().choice]).toEqual([[], 112, null])
  })
})
