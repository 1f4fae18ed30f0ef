import { bundleModules } from '@waraq/test-support/bundle-modules'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { feeds, type FeedName } from './long-feeds.ts'

/**
 * What a long feed takes in memory. Each is read in a process whose heap has no room for its changes: a process that kept them all
 * would end there, on any machine.
 */

/** A million changes take ten times as much. */
const heapMebibytes = 160

const expected: Record<FeedName, { readonly came: string; readonly served: number }> = {
  'a row that changes a million times': { came: '1 applied, 0 fetched', served: 100 },
  'a million rows of one resource': { came: '0 applied, 1 fetched', served: 100 },
  'a million rows, of each resource fewer than are too many': {
    came: '55 applied, 1045 fetched',
    served: 100,
  },
  'a million resources': { came: 'feed_too_large', served: 100 },
  'rows without an end': { came: 'feed_too_large', served: 37 },
}

it.each(Object.keys(feeds) as FeedName[])('%s', { timeout: 400_000 }, async (name) => {
  const entry = await bundleModules('test/hostile/long-feed.process.ts', 'node')
  const options = [
    '--expose-gc',
    `--max-old-space-size=${heapMebibytes}`,
    '--max-semi-space-size=8',
    entry,
    name,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  const reported = JSON.parse(stdout) as { came: string; served: number; mebibytesAboveIdle: number }
  expect(reported).toMatchObject(expected[name])
  expect(reported.mebibytesAboveIdle).toBeLessThan(64)
})
