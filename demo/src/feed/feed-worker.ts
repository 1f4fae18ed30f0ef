/**
 * Tells once which resources the feed has, or null, and is ended. A worker of its own, because asking may need a token and
 * the page must not hold one.
 */
import { contentAccess, createContentClient } from '@waraq/client'
import type { ResourceKey } from '@waraq/contract'
import type { ReaderConfig } from '../config.ts'
import { fetchFeed } from './fetch-feed.ts'

export type FeedQuestion = Pick<ReaderConfig, 'contentRoot' | 'relay'>
export type FeedAnswer = readonly ResourceKey[] | null

async function answer({ contentRoot, relay }: FeedQuestion): Promise<FeedAnswer> {
  try {
    return await fetchFeed(
      createContentClient({ contentRoot, ...contentAccess(relay), retry: { attempts: 3 } }),
    )
  } catch {
    return null
  }
}

addEventListener('message', async ({ data }: MessageEvent<FeedQuestion>) => {
  postMessage(await answer(data))
})
