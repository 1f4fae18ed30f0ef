import type { Random } from '@waraq/test-support/random'

/** Addresses that lead out of the content root, or might in some parser: the token would go to a stranger. */

const origins = [
  '',
  '/',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https://evil.example',
  'http://evil.example:80',
  'https:evil.example',
  'https:/evil.example',
  '@evil.example',
  ':secret@evil.example',
  '.evil.example',
  ':8080',
  'javascript:alert(1)',
  'data:application/json,{}',
  'file://',
  'blob:https://evil.example/',
  '\t//evil.example',
  '%2f%2fevil.example',
  '\u2044\u2044evil.example',
  'https://service.example@evil.example',
  'HTTPS://EVIL.EXAMPLE',
]

const climbs = [
  '',
  '/..',
  '/../..',
  '/../../..',
  '/./',
  '/%2e%2e',
  '/%2E%2e/',
  '/.%2e',
  '/..%2f',
  '/..%5c',
  '/..;',
  '/\\..',
  '/\\',
  '//',
  '/%00',
  '/\u0000',
  '/\uff0e\uff0e',
  '/%c0%ae%c0%ae',
  '/..\t',
  '/.\n.',
]

const paths = [
  '/api/v4/resources/sync',
  '/api/v4/resources/snapshots/translations/20',
  '/api/v4/resources/snapshots',
  '/api/v4/resources/sync/../../../admin',
  '/api/v4/resources/snapshots/../../../../admin',
  '/api/v4/resources/snapshots/translations/../../../../../admin',
  '/api/v4/resources',
  '/api/v4/',
  '/api/v4evil/resources/sync',
  '/API/V4/resources/sync',
  '/auth/v1/collections',
  '/oauth2/token',
  '/api/v4/resources/sync%3fcursor=1',
  '/api/v4/resources/sync;a=b',
  'api/v4/resources/sync',
  '',
]

const tails = [
  '',
  '?',
  '?cursor=a',
  '?cursor=a#',
  '#?cursor=a',
  '?cursor=\u0000',
  '?cursor=a b',
  '?cursor=a&next=//evil.example',
  '?cursor=%0d%0aHost:evil.example',
  '?cursor=\r\nHost: evil.example',
  '?cursor=\ud800',
  '\\?cursor=a',
]

/** How many different ones there are. */
export const addressCount = origins.length * climbs.length * paths.length * tails.length

export function hostileAddress(index: number): string {
  let rest = index % addressCount
  const take = (list: readonly string[]) => {
    const item = list[rest % list.length]!
    rest = Math.floor(rest / list.length)
    return item
  }
  const [tail, climb, path, origin] = [take(tails), take(climbs), take(paths), take(origins)]
  return origin + climb + path + tail
}

export function anyHostileAddress(random: Random): string {
  return hostileAddress(random.int(addressCount))
}
