import { resourceGroups } from '@waraq/protocol'
import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { expect, test } from 'vitest'
import { bench, ofPage, origin, secret, tokenNumber } from '../content-proxy/proxy.test-support.ts'

/** Requests that were changed at random so that they might reach something else with the application's token. */

const allowed = [
  '/content/api/v4/chapters',
  '/content/api/v4/chapters?language=en',
  '/content/api/v4/resources/translations?language=zh-Hans',
  '/content/api/v4/resources/chapter_reciters',
  '/content/api/v4/resources/snapshots/translations/131',
  '/content/api/v4/resources/snapshots/word_by_word_translations/9007199254740991',
  '/content/api/v4/resources/sync?resources=tafsirs%3A%2A%3Btranslations%3A20%2C131&bootstrap=true&per_page=100',
  '/content/api/v4/resources/sync?resources=mushafs%3A%2A&sync_token=abc.DEF_-~%3D%3D',
  '/content/api/v4/resources/sync?cursor=eyJhIjoiYiJ9%2B%2F%3D--0a1b&per_page=50',
]

const attacks = [
  ...'. .. / // /. /.. /../ \\ ..\\ ; : @ # ? & = * + %'.split(' '),
  ...'%2e %2E%2e %2e%2e%2f %2f %2F %5c %5C %252e %252f %25 %c0%ae %u002e'.split(' '),
  ...'%00 %0a %0d%0a %0d%0ax-auth-token:%20a %20 %09 %7f %80 %23 %26 %3f %3d'.split(' '),
  ...'\u0000 \t \n \r\n \u007f \u202e \u2024 ．． ／ 。 é \ud800 " \' < `'.split(' '),
  ...'https://evil.example //evil.example @evil.example :x@evil.example/ :80 evil.example [::1]'.split(' '),
  ...'__proto__ constructor admin users /auth/v1/users /oauth2/token /snapshots/ /sync /0'.split(' '),
  ...'&x=1 &cursor=b &%63ursor=b &language=ar &per_page=1 cursor[]= ?cursor=a 0 1 -1 1e3'.split(' '),
  ' ',
  'x'.repeat(9_000),
]

function mutated(text: string, random: Random): string {
  const at = random.int(text.length + 1)
  const until = Math.min(text.length, at + random.int(8))
  const part = text.slice(at, until)
  switch (random.int(6)) {
    case 0:
      return text.slice(0, at) + part + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(until)
    case 2: {
      const code = (text.charCodeAt(at) || 46).toString(16).padStart(2, '0')
      return `${text.slice(0, at)}%${random.oneIn(4) ? '25' : ''}${code}${text.slice(at + 1)}`
    }
    case 3: {
      const other = random.pick(allowed)
      return text.slice(0, at) + other.slice(random.int(other.length))
    }
    default:
      return text.slice(0, at) + random.pick(attacks) + text.slice(random.oneIn(2) ? at : until)
  }
}

function hostile(random: Random): string {
  let text = random.pick(allowed)
  for (let times = random.int(4); times > 0; times -= 1) text = mutated(text, random)
  return text
}

/** Every address that the service may be asked for, and no other. Written apart from the sources. */
const value = '(?:[\\w.~+-]|%(?:2[1247-9A-F]|3[A-F]|40|5[BDE]|60|7[B-E]))+'
const language = '(?:\\?language=[A-Za-z][\\w-]+)?'
const permitted = new RegExp(
  `^https://service\\.example/content/api/v4/(?:${[
    `chapters${language}`,
    `resources/(?:translations|tafsirs|recitations|chapter_reciters)${language}`,
    `resources/snapshots/(?:${resourceGroups.join('|')})/[1-9]\\d{0,15}`,
    `resources/sync(?:\\?(?!.*\\b(\\w+)=.*&\\1=)(?:(?:^|&|(?<=\\?))(?:resources|bootstrap|sync_token|cursor|per_page)=${value})+)?`,
  ].join('|')})$`,
)

/** A service half of whose answers hold what callers must not get. */
function answerTo(token: string, random: Random): Response {
  const headers = {
    'set-cookie': token,
    'x-auth-token': token,
    date: token,
    'retry-after': token,
    location: token,
  }
  const body = { message: `Token ${token}`, type: 'invalid_request', success: false }
  return random.oneIn(2)
    ? Response.json({}, { headers })
    : Response.json(body, { status: random.pick([302, 400, 403, 404, 422, 429, 500]), headers })
}

/** The outcomes of `count` requests. Throws where one of them reached what it should not. */
async function attacked(count: number, series: number) {
  const reported = { passed: 0, refused: 0, impossible: 0 }
  let random = seeded(series)
  const { proxy, asked } = bench([({ header }) => answerTo(header('x-auth-token')!, random)], {
    observe: undefined,
  })
  const sent = asked as unknown[]
  for (let index = 0; index < count; index += 1) {
    random = seeded(seedOf(series, index))
    const url = origin + hostile(random)
    let request: Request
    try {
      request = new Request(url, { headers: ofPage })
    } catch {
      reported.impossible += 1
      continue
    }
    const answer = await proxy(request)
    const shown = `${[...answer.headers].join()} ${await answer.text()}`
    if (shown.includes(tokenNumber(1)) || shown.includes(secret)) throw new Error(`${index} leaks: ${url}`)
    const upstream = asked.map(({ url: address }) => address)
    sent.length = 0
    if (upstream.length === 0) {
      if (answer.status !== 403 || !shown.includes('This request is refused.'))
        throw new Error(`${index}: ${url}`)
      reported.refused += 1
    } else {
      const strays = upstream.filter(
        (address) => !permitted.test(address) || new URL(address).href !== address,
      )
      if (upstream.length > 1 || strays.length > 0)
        throw new Error(`${index}: ${url} led to ${upstream.join()}`)
      reported.passed += 1
    }
  }
  return reported
}

/** `pnpm test:deep` sends more; `WARAQ_FUZZ_REQUESTS=1000000` makes it a million, `WARAQ_FUZZ_SEED` others. */
const count = Number(process.env['WARAQ_FUZZ_REQUESTS'] ?? (process.env['WARAQ_DEEP'] ? 50_000 : 800))
const series = Number(process.env['WARAQ_FUZZ_SEED'] ?? 1)

test(`${count} requests changed at random reach what is allowed, or nothing`, async () => {
  const { passed, refused } = await attacked(count, series)
  expect(passed).toBeGreaterThan(count / 20)
  expect(refused).toBeGreaterThan(count / 4)
})

test('a stray address would be seen', () => {
  const root = 'https://service.example/content/api/v4'
  for (const address of [
    `${root}/chapters`,
    `${root}/resources/sync`,
    `${root}/resources/sync?cursor=a%2B&per_page=1`,
    `${root}/resources/snapshots/mushafs/1`,
  ])
    expect([address, permitted.test(address)]).toEqual([address, true])
  for (const address of [
    'https://evil.example/content/api/v4/chapters',
    `${root}/chapters/1`,
    `${root}/resources/sync?cursor=a&cursor=b`,
    `${root}/resources/sync?cursor=a%26b`,
    `${root}/resources/sync?cursor=a%252e`,
    `${root}/resources/sync?cursor=a&x=1`,
    `${root}/resources/synccursor=a`,
    `${root}/resources/snapshots/users/1`,
    `${root}/resources/snapshots/mushafs/1?x`,
  ])
    expect([address, permitted.test(address)]).toEqual([address, false])
})
