import type { Random } from '../random.ts'
import { Content, type Stock } from './content.ts'
import { Feed, refusal, type Answer } from './feed.ts'
import type { ModelResource } from './resources.ts'
import type { ServiceSettings } from './settings.ts'

/**
 * A second implementation of the content service from its API documentation, independent of every other implementation in
 * this repository. It has no clock and no network: the surrounding world decides when each part of a request happens.
 */
export class ModelService {
  readonly content: Content
  readonly feed: Feed
  readonly settings: ServiceSettings
  /** Whether the replica lags. False while the service has to be free of faults. */
  lags = true
  readonly #random: Random
  #accessTokens = 1
  #accepted = 1
  #caughtUp = 0

  constructor(settings: ServiceSettings, random: Random, stock?: Stock) {
    this.settings = settings
    this.#random = random
    this.content = new Content(settings, random, stock)
    this.feed = new Feed(this.content, settings, random)
  }

  /** Returns an access token, as the issuer does. `secret` marks it, so that tests can search for it where it must not be. */
  issueAccessToken(fresh: boolean): string {
    if (fresh) this.#accessTokens += 1
    return `secret-${this.#accessTokens}`
  }

  /** Expires all access tokens issued so far. */
  expireAccessTokens(): void {
    this.#accepted = this.#accessTokens + 1
  }

  accepts(accessToken: string | null): boolean {
    return Number(accessToken?.replace('secret-', '')) >= this.#accepted
  }

  /** The sequence up to which the answering server knows the log. */
  sees(what: 'feed' | 'snapshot'): number {
    const { snapshots, laggingFeed } = this.settings
    const { sequence } = this.content
    if (!this.lags || snapshots !== 'replica' || (what === 'feed' && !laggingFeed)) return sequence
    return this.#random.chance(0.5) ? sequence : Math.max(1, this.#caughtUp, sequence - this.#random.int(4))
  }

  /** Brings the replica up to date with all changes so far. It lags by less than an hour. */
  catchUp(): void {
    this.#caughtUp = this.content.sequence
  }

  /** An answer without a moment in between, and without a check of the access token. */
  answer({ pathname, searchParams }: URL): Answer {
    const [, group, id] = /\/resources\/snapshots\/([a-z_]+)\/(\d+)$/.exec(pathname) ?? []
    if (group !== undefined) return this.beginSnapshot(group, Number(id))()
    return pathname.endsWith('/resources/sync')
      ? this.feed.page(searchParams, this.sees('feed'))
      : refusal(404, 'not_found')
  }

  /** A snapshot in two moments: the request arrives at the first and is answered at the second. Changes may land in between. */
  beginSnapshot(group: string, id: number): () => Answer {
    const resource = this.content.find(group, id)
    const first = this.sees('snapshot')
    const early = resource?.publishedAt(first) ?? null
    return () => {
      if (!resource) return refusal(404, 'snapshot_not_found')
      const now = this.content.sequence
      switch (this.settings.snapshots) {
        case 'with':
          return snapshot(resource, resource.publishedAt(now), now)
        case 'before':
          return snapshot(resource, resource.publishedAt(now), first)
        case 'after':
          return snapshot(resource, early, now)
        case 'replica':
          return snapshot(resource, early, first)
      }
    }
  }
}

function snapshot(
  { kind }: ModelResource,
  published: ReadonlyMap<string, string> | null,
  sequence: number,
): Answer {
  if (published === null) return refusal(404, 'snapshot_not_found')
  return {
    status: 200,
    body: {
      resource_group: kind.group,
      resource_id: kind.id,
      resource_content_id: kind.id + 1000,
      schema_version: 1,
      sync_sequence: sequence,
      records: [...published.values()].map((text) => JSON.parse(text) as unknown),
    },
  }
}
