/**
 * Answers one question about what the service offers, and is ended. A worker of its own, because asking needs a token and
 * the page must not hold one.
 */
import { createContentClient, relayTokens } from '@waraq/client'
import { isWaraqError } from '@waraq/contract'
import type { ReaderConfig } from '../config.ts'
import { meansUnreachable } from '../sync/problems.ts'
import type { CatalogueAnswer, CatalogueFailure, CatalogueQuestion } from './catalogue.ts'
import { fetchFeed } from './fetch-feed.ts'
import { fetchNames } from './fetch-names.ts'

interface Asked {
  readonly config: ReaderConfig
  readonly question: CatalogueQuestion
}

function failureOf(error: unknown): CatalogueFailure {
  if (!isWaraqError(error)) {
    const message = error instanceof Error ? error.message : null
    return { ok: false, code: 'unknown', message, unreachable: false }
  }
  const { code, message, retryable } = error
  return { ok: false, code, message, unreachable: meansUnreachable(code, retryable) }
}

async function answer({ config, question }: Asked): Promise<CatalogueAnswer> {
  try {
    const { contentRoot, relay } = config
    const client = createContentClient({ contentRoot, tokens: relayTokens(relay), retry: { attempts: 3 } })
    return question.ask === 'feed'
      ? { ok: true, ask: 'feed', keys: await fetchFeed(client) }
      : { ok: true, ask: 'names', catalogue: await fetchNames(client, question.language) }
  } catch (error) {
    return failureOf(error)
  }
}

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  postMessage(await answer(data))
})
