import { describe, expect, it } from 'vitest'
import { commandOf } from './command.ts'

const words = (text: string) => (text === '' ? [] : text.split(' '))

describe('arguments of waraq', () => {
  it.each(['', '--help', '-h', 'doctor --help', 'inspect -h'])('"%s" asks for the usage alone', (text) => {
    expect(commandOf(words(text))).toBeNull()
  })

  it('doctor: as little as possible', () => {
    expect(commandOf(['doctor'])).toEqual({
      name: 'doctor',
      user: false,
      sandbox: false,
      json: false,
      addresses: { contentRoot: undefined, authUrl: undefined },
      origin: 'http://localhost:5173',
      watchMs: 0,
      record: undefined,
      replay: undefined,
    })
  })

  it('doctor: all of it', () => {
    const text =
      'doctor --json --origin https://a.example --watch 1.5 --record a.json --content-root https://s.example/content --auth-url https://i.example'
    expect(commandOf(words(text))).toMatchObject({
      json: true,
      origin: 'https://a.example',
      watchMs: 90_000,
      record: 'a.json',
      addresses: { contentRoot: 'https://s.example/content', authUrl: 'https://i.example' },
    })
  })

  it('conform: a service, an account, a client', () => {
    expect(commandOf(words('conform service'))).toEqual({
      name: 'conform service',
      sandbox: false,
      json: false,
      addresses: { contentRoot: undefined, authUrl: undefined },
      user: false,
      mayWrite: false,
      triggers: undefined,
    })
    expect(commandOf(words('conform service --triggers https://a.example/do --json'))).toMatchObject({
      triggers: 'https://a.example/do',
      json: true,
    })
    // What the sandbox has, no person keeps.
    expect(commandOf(words('conform service --user --sandbox'))).toMatchObject({ user: true, mayWrite: true })
    expect(commandOf(words('conform service --user --may-write'))).toMatchObject({ mayWrite: true })
    expect(commandOf(words('conform client ./adapter.mjs --timeout 2.5'))).toEqual({
      name: 'conform client',
      client: { module: './adapter.mjs' },
      timeoutMs: 2500,
      json: false,
    })
    expect(commandOf(words('conform client --json -- python client.py --json'))).toMatchObject({
      client: { command: ['python', 'client.py', '--json'] },
      json: true,
    })
  })

  it.each([
    [
      'inspect tafsirs:*;articles:2,1',
      { filter: 'articles:1,2;tafsirs:*', rounds: 0, intervalMs: 15_000, compare: false },
    ],
    ['inspect --follow translations:20 --interval 60', { rounds: Infinity, intervalMs: 60_000 }],
    [
      'inspect translations:20 --rounds 3 --compare --sandbox --json',
      { rounds: 3, compare: true, sandbox: true, json: true },
    ],
  ])('%s', (text, command) => expect(commandOf(words(text))).toMatchObject(command))

  it.each([
    ['cure', /no command "cure"/],
    ['conform', /conform service, conform client/],
    ['conform everything', /conform service, conform client/],
    ['conform service --may-write', /about an account/],
    ['conform service --triggers here', /--triggers takes the address/],
    ['conform service --sandbox --triggers http://a.example', /the sandbox needs none/],
    ['conform client', /takes one module/],
    ['conform client --', /takes one module/],
    ['conform client a.mjs -- node b.mjs', /takes one module/],
    ['conform client a.mjs b.mjs', /takes one module/],
    ['conform client a.mjs --timeout 0', /--timeout takes a number from 1/],
    ['conform client a.mjs --sandbox', /Unknown option/],
    ['doctor translations:20', /Unexpected argument 'translations:20'/],
    ['doctor --colour', /Unknown option '--colour'/],
    ['doctor --origin localhost:5173', /--origin takes scheme, host and port.* not "localhost:5173"/],
    ['doctor --watch long', /--watch takes a number from 0, not "long"/],
    ['doctor --sandbox --auth-url http://a.example', /leave the addresses out/],
    ['inspect', /takes one filter/],
    ['inspect articles:1 articles:2', /takes one filter/],
    ['inspect articles', /resources filter is invalid/],
    ['inspect articles:1 --interval 0', /--interval takes a number from 1, not "0"/],
    ['inspect articles:1 --rounds -1', /rounds/],
  ])('%s is refused', (text, message) => {
    expect(() => commandOf(words(text))).toThrowError(message)
  })
})
