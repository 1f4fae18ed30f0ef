import type { ContentStore } from 'waraq'
import type { RecordingSource } from 'waraq/files'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AudioPlayer } from '../../demo/src/player/audio-player.ts'

/** What the player does with the page's sounds, of which these stand-ins tell what was asked of them. */

class Sound extends EventTarget {
  src = ''
  currentTime = 0
  duration = 5
  paused = true
  ended = false
  error: unknown = null
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
let opened: string[]
let released: string[]

function newPlayer(): AudioPlayer {
  const store = { query: async () => audio } as unknown as ContentStore
  const source = async (_: unknown, what: unknown): Promise<RecordingSource> => {
    opened.push(String(what))
    const release = () => void released.push(String(what))
    return { url: `of:${String(what)}`, isKept: true, release, segments: [], verses: [], row: {} as never }
  }
  return new AudioPlayer(store, async () => ({ source }) as never)
}

/** The sounds that play, by address. */
const playing = () => Sound.all.filter(({ paused }) => !paused).map(({ src }) => src)

beforeEach(() => {
  Sound.all = []
  Sound.refused = new Set()
  opened = []
  released = []
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
