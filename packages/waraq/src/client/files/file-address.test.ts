import { describe, expect, test } from 'vitest'
import { fileAddress, parseFileHosts } from './file-address.ts'

const thrown = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a list of hosts', () => {
  test.each([
    ['https://static.example'],
    ['https://static.example/'],
    ['https://static.example:8443'],
    ['http://localhost:3000'],
    ['http://127.0.0.1:1'],
  ])('may have %s', (host) => {
    expect([...parseFileHosts([host]).origins]).toEqual([new URL(host).origin])
  })

  test.each<[unknown]>([
    ['static.example'],
    ['//static.example'],
    ['*'],
    ['https://*'],
    ['https://*.example'],
    [''],
    [7],
    [null],
    ['http://static.example'],
    ['ftp://static.example'],
    ['data:font/ttf,x'],
    ['https://static.example/fonts'],
    ['https://static.example?'],
    ['https://static.example#'],
    ['https://me:secret@static.example'],
  ])('may not have %j', (host) => {
    expect(thrown(() => parseFileHosts(['https://fine.example', host as string]))).toMatchObject({
      code: 'invalid_option',
      details: { option: 'hosts' },
    })
  })

  test('has to be one', () => {
    expect(thrown(() => parseFileHosts('https://static.example' as never))).toMatchObject({
      code: 'invalid_option',
    })
  })

  test('goes with a content root that is one', () => {
    expect(thrown(() => parseFileHosts([], { contentRoot: 'nowhere' }))).toMatchObject({
      code: 'invalid_content_root',
    })
    expect(parseFileHosts([], { contentRoot: 'https://api.example/content' })).toEqual({
      origins: new Set(),
      home: 'https://api.example',
    })
  })
})

describe('the address of a file', () => {
  const hosts = parseFileHosts(['https://static.example', 'https://api.example', 'http://localhost:3000'], {
    contentRoot: 'https://api.example/content',
  })

  test.each([
    ['https://static.example/fonts/1.woff2', 'https://static.example/fonts/1.woff2'],
    ['https://static.example:443/1?v=2#x', 'https://static.example/1?v=2'],
    ['http://localhost:3000/1', 'http://localhost:3000/1'],
    ['/fonts/1.ttf', 'https://api.example/fonts/1.ttf'],
    ['fonts/1.ttf', 'https://api.example/fonts/1.ttf'],
    ['//static.example/1', 'https://static.example/1'],
    ['//localhost:3000/1', 'http://localhost:3000/1'],
    ['/../../1', 'https://api.example/1'],
  ])('%s leads to %s', (given, complete) => {
    expect(fileAddress(hosts, given).href).toBe(complete)
  })

  test.each<[unknown]>([
    ['https://evil.example/1'],
    ['//evil.example/1'],
    ['\\\\evil.example/1'],
    ['/\t/evil.example/1'],
    ['https://static.example.evil.example/1'],
    ['https://static.example@evil.example/1'],
    ['https://me:secret@static.example/1'],
    ['https://static.example:8443/1'],
    ['http://static.example/1'],
    ['http://localhost:3001/1'],
    ['data:font/ttf;base64,AAAA'],
    ['blob:https://static.example/1'],
    ['javascript:alert(1)'],
    ['file:///etc/passwd'],
    ['http://['],
    ['//localhost:3001/1'],
    ['//'],
    [7],
  ])('%j is refused', (given) => {
    expect(thrown(() => fileAddress(hosts, given as string))).toMatchObject({
      code: 'foreign_address',
      retryable: false,
    })
  })

  test('is not as long as no request can carry', () => {
    const long = `https://static.example/${'1'.repeat(20_000)}`
    expect(thrown(() => fileAddress(hosts, long))).toMatchObject({ code: 'foreign_address' })
  })

  test('without a host needs a content root', () => {
    expect(thrown(() => fileAddress(parseFileHosts(['https://static.example']), '/1'))).toMatchObject({
      code: 'foreign_address',
      message: expect.stringContaining('lacks its host') as string,
    })
  })

  test('is not that of the content root where its host is not listed', () => {
    const others = parseFileHosts(['https://static.example'], { contentRoot: 'https://api.example/content' })
    expect(thrown(() => fileAddress(others, '/1'))).toMatchObject({ code: 'foreign_address' })
  })

  test.each<[string | undefined, string, string]>([
    ['https://static.example/audio/', 'A/mp3/001004.mp3', 'https://static.example/audio/A/mp3/001004.mp3'],
    ['https://static.example/audio', 'A/1.mp3', 'https://static.example/audio/A/1.mp3'],
    ['https://static.example', 'A/1.mp3', 'https://static.example/A/1.mp3'],
    ['https://static.example/audio/', '/A/1.mp3', 'https://static.example/A/1.mp3'],
    ['https://static.example/audio/', '../1.mp3', 'https://static.example/1.mp3'],
    [undefined, '//static.example/1', 'https://static.example/1'],
    [undefined, '//127.0.0.1:4000/1', 'http://127.0.0.1:4000/1'],
    ['http://127.0.0.1:4000/audio', '//static.example/1', 'https://static.example/1'],
  ])('below the base %s: %s leads to %s', (base, given, complete) => {
    const below = parseFileHosts(['https://static.example', 'http://127.0.0.1:4000'], { base })
    expect(fileAddress(below, given).href).toBe(complete)
  })

  test.each([
    ['nowhere'],
    ['//static.example'],
    ['http://static.example/'],
    ['https://me:secret@static.example/'],
    ['https://static.example/?a'],
    ['https://static.example/#a'],
    ['data:,x'],
  ])('%s is no base', (base) => {
    expect(thrown(() => parseFileHosts([], { base }))).toMatchObject({
      code: 'invalid_option',
      details: { option: 'base' },
    })
  })
})
