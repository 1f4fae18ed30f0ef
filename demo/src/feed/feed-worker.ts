/**
 * Tells once which resources the feed has, or null, and is ended. A worker of its own, because asking needs a token and the
 * page must not hold one.
 */
import { createContentClient, relayTokens } from '@waraq/client'
import type { ResourceKey } from '@waraq/contract'
import type { ReaderConfig } from '../config.ts'
import { fetchFeed } from './fetch-feed.ts'

export type FeedQuestion = Pick<ReaderConfig, 'contentRoot' | 'relay'>
export type FeedAnswer = readonly ResourceKey[] | null

async function answer({ contentRoot, relay }: FeedQuestion): Promise<FeedAnswer> {
  try {
    return await fetchFeed(
      createContentClient({ contentRoot, tokens: relayTokens(relay), retry: { attempts: 3 } }),
    )
  } catch {
    return null
  }
}

addEventListener('message', async ({ data }: MessageEvent<FeedQuestion>) => {
  postMessage(await answer(data))
})
