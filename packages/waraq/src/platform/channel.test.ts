import { describe, expect, it } from 'vitest'
import { Announcements, type Heard, type OpenChannel } from './channel.ts'

/** Channels of one name, whose messages arrive at once, unless `lost`. */
function air() {
  const listeners = new Map<object, (message: unknown) => void>()
  const state = { lost: false, said: [] as unknown[] }
  const open: OpenChannel = (_, listener) => {
    const self = {}
    listeners.set(self, listener)
    const post = (message: unknown) => {
      state.said.push(message)
      if (!state.lost) for (const [other, hear] of listeners) if (other !== self) hear(message)
    }
    return { post, close: () => void listeners.delete(self) }
  }
  return { state, open, listeners }
}

const readText = (data: unknown) => (typeof data === 'string' ? data : undefined)

function speaker(open: OpenChannel | undefined, from: string) {
  const heard: Heard<string>[] = []
  const announcements = new Announcements<string>(open, 'waraq:n', from, readText, (each) => heard.push(each))
  return { heard, say: (message: string) => announcements.say(message), close: () => announcements.close() }
}

describe('what an engine says', () => {
  it('is heard by the others, from whom and without a gap', () => {
    const { open } = air()
    const [one, two, three] = ['1', '2', '3'].map((from) => speaker(open, from))
    one!.say('a')
    one!.say('b')
    expect(one!.heard).toEqual([])
    for (const { heard } of [two!, three!])
      expect(heard).toEqual([
        { from: '1', message: 'a', missed: false },
        { from: '1', message: 'b', missed: false },
      ])
  })
  it('tells of a gap once, for each sender by itself', () => {
    const { open, state } = air()
    const [one, two, three] = ['1', '2', '3'].map((from) => speaker(open, from))
    for (const each of [one!, two!]) each.say('first')
    state.lost = true
    one!.say('lost')
    state.lost = false
    for (const each of [one!, two!, one!]) each.say('later')
    expect(three!.heard.map(({ from, missed }) => [from, missed])).toEqual([
      ['1', false],
      ['2', false],
      ['1', true],
      ['2', false],
      ['1', false],
    ])
  })
  it('before another one listened is no gap for that one', () => {
    const { open } = air()
    const one = speaker(open, '1')
    for (const message of ['a', 'b']) one.say(message)
    const late = speaker(open, '2')
    one.say('c')
    expect(late.heard).toEqual([{ from: '1', message: 'c', missed: false }])
  })
  const good = { version: 1, from: 'x', number: 1, message: 'told' }
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'text'],
    ['a number', 7],
    ['a list', [good]],
    ['empty', {}],
    ['of another version', { ...good, version: 2 }],
    ['of a version in words', { ...good, version: '1' }],
    ['of a circle', Object.assign({}, good, { version: good, self: good })],
    ['of no sender', { ...good, from: undefined }],
    ['of a sender that is no text', { ...good, from: { x: 1 } }],
    ['of a sender with a long name', { ...good, from: 'x'.repeat(101) }],
    ...[undefined, null, '1', 1n, NaN, Infinity, -1, 1.5, 2 ** 53, {}].map(
      (number) => [`with the number ${String(number)}`, { ...good, number }] as [string, unknown],
    ),
    ['without a message', { ...good, message: undefined }],
    ['with a message that does not fit', { ...good, message: { reported: 'told' } }],
    ['a prototype', Object.fromEntries([['__proto__', good]])],
  ])('is not taken for a message where it is %s', (_, strange) => {
    const { open, listeners } = air()
    const { heard } = speaker(open, '1')
    for (const hear of listeners.values()) hear(strange)
    expect(heard).toEqual([])
    for (const hear of listeners.values()) hear(good)
    expect(heard).toEqual([{ from: 'x', message: 'told', missed: false }])
  })
  it('is forgotten by the number of those who say it, and then a gap is assumed', () => {
    const { open, listeners } = air()
    const { heard } = speaker(open, '1')
    const [hear] = listeners.values()
    const say = (from: string, number: number) => {
      hear!({ version: 1, from, number, message: 'told' })
      return heard.at(-1)!.missed
    }
    expect(say('first', 1)).toBe(false)
    for (let count = 1; count < 100; count++) expect(say(`other ${count}`, 1)).toBe(false)
    expect(say('first', 2)).toBe(false)
    expect(say('one more', 1)).toBe(true)
    expect([say('first', 3), say('other 1', 2)]).toEqual([false, true])
  })
  it('under the same name is its own and not heard', () => {
    const { open } = air()
    const [one, twin] = [speaker(open, '1'), speaker(open, '1')]
    one.say('a')
    expect(twin.heard).toEqual([])
  })
  it('is lost, and no more, where the channel is closed, broken or missing', () => {
    const broken: OpenChannel = () => ({
      post: () => {
        throw new DOMException('closed', 'InvalidStateError')
      },
      close: () => undefined,
    })
    for (const open of [broken, undefined]) {
      const one = speaker(open, '1')
      expect(() => one.say('a')).not.toThrow()
      one.close()
    }
    const { open, listeners } = air()
    speaker(open, '1').close()
    expect(listeners.size).toBe(0)
  })
})
