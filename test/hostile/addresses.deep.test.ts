import { isWaraqError } from '@waraq/protocol'
import { expect, it } from 'vitest'
import { pageAddress, snapshotAddress } from '../../packages/waraq/src/client/address.ts'
import { addressCount, hostileAddress } from './addresses.ts'

/** Where the token may go: of all hostile addresses only harmless ones may be followed. */

const roots = [
  { origin: 'https://service.example', path: '/content' },
  { origin: 'https://service.example', path: '' },
  { origin: 'http://127.0.0.1:8080', path: '/a/b' },
]

/** What is wrong with following the address; undefined where it stays under the root. */
function astray(root: (typeof roots)[number], given: string, followed: string): string | undefined {
  const { origin, pathname, username, password, hash } = new URL(followed)
  if (followed !== root.origin + root.path + given) return 'was changed'
  if (origin !== root.origin || username + password + hash !== '') return 'leaves the origin'
  if (pathname !== `${root.path}${given.split('?')[0]}`) return 'is not the path that it seems'
  if (!/^\/api\/v4\/resources\/(sync|snapshots\/[\w/~-]+)$/.test(pathname.slice(root.path.length)))
    return 'leaves the content API'
  return undefined
}

it(`${addressCount} addresses, none followed out of the content API`, { timeout: 60_000 }, () => {
  expect(addressCount).toBeGreaterThan(10_000)
  const followed = new Set<string>()
  for (let index = 0; index < addressCount; index++) {
    const given = hostileAddress(index)
    for (const root of roots) {
      for (const resolve of [pageAddress, snapshotAddress]) {
        let url: string
        try {
          url = resolve(root, given).url
        } catch (error) {
          if (!isWaraqError(error) || error.code !== 'foreign_address') throw error
          // A cursor is a secret of the service.
          if (error.message.length > 400 || error.message.includes('cursor=')) throw error
          continue
        }
        const problem = astray(root, given, url)
        if (problem !== undefined) throw new Error(`${JSON.stringify(given)} ${problem}`)
        followed.add(given)
      }
    }
  }
  // By hand: all that is followed is a plain path of the API with a query that leads nowhere else.
  const queries = ['?', '?cursor=%0d%0aHost:evil.example', '?cursor=a', '?cursor=a&next=//evil.example']
  expect([...followed].sort()).toEqual([
    ...['', ...queries].map((query) => `/api/v4/resources/snapshots/translations/20${query}`),
    ...queries.map((query) => `/api/v4/resources/sync${query}`),
  ])
})
