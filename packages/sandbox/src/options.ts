import type { ContentSelection } from './content/selection.ts'
import type { FaultSpec } from './faults/fault.ts'
import type { AppStateSettings } from './user/app-state/settings.ts'
import type { FavoritesInFeed, ReadingBookmarksInFeed } from './user/sync/feed.ts'
import type { SandboxUser } from './user/people/person.ts'

/** A client that may request tokens. */
export interface SandboxClient {
  readonly clientId: string
  /** A client without a secret is public. It names itself in the body of a token request and signs users in with PKCE only. */
  readonly clientSecret?: string
  /** Scopes that it may request on its own behalf. Default: `content` only. */
  readonly scopes?: readonly string[]
  /** Addresses to which users may return after they signed in. Default: any address on this machine. */
  readonly redirectUris?: readonly string[]
}

/** Quirks that were observed on the live service. All are off by default. */
export interface SandboxQuirks {
  /** A semicolon that is not percent-encoded silently ends the filter. */
  readonly unencodedSemicolonCutsFilter?: boolean
  /** Resources, such as `translations:20`, that a bootstrap omits although they are public. */
  readonly bootstrapOmits?: readonly string[]
}

export interface SandboxOptions {
  /** The seed: all generated and random content depends only on this number. */
  readonly seed?: number
  /** The content of the sandbox. Default `full`: everything except the glyph mushaf, `mushafs:2`, and translations 56 and 161. */
  readonly content?: ContentSelection
  /** Faults from the first request on. */
  readonly faults?: readonly FaultSpec[]
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number
  /** Waits for the delays of faults. Default: a timer. */
  readonly sleep?: (ms: number) => Promise<void>
  /** Sequence of the first entry in the change log. Default 1000. */
  readonly firstSequence?: number
  readonly clients?: readonly SandboxClient[]
  /** Lifetime of an access token in seconds. Default 3600. */
  readonly tokenLifetime?: number
  /** Tokens of one environment are refused in another. Default `prelive`. */
  readonly environment?: 'prelive' | 'production' | (string & Record<never, never>)
  /** Origins that may use both APIs from a browser. Default `*`. */
  readonly allowedOrigins?: '*' | readonly string[]
  /**
   * The origin that rows give for recordings, such as `http://127.0.0.1:4600`. Default: the first address on which the
   * sandbox listens. If such a row is requested before the sandbox listens, it names a host that does not exist.
   */
  readonly audioOrigin?: string
  /** Users who can sign in. Default: `sandboxUsers`. */
  readonly users?: readonly SandboxUser[]
  /**
   * How the feed of user data reports Favorites. `flag`: by a flag of the bookmark, as documented. `memberships`: as a
   * collection with `isDefault` and its memberships, as clients expect it. Default `flag`.
   */
  readonly favoritesInFeed?: FavoritesInFeed
  /**
   * How the feed of user data reports the reading place of a person. `flag`: by `isReading` of one bookmark. `slots`: in
   * READING_BOOKMARK, as newer clients expect it. `both`: in both forms. Default `flag`.
   */
  readonly readingBookmarksInFeed?: ReadingBookmarksInFeed
  /** The App State that applications may store. */
  readonly appState?: AppStateSettings
  /** Compress snapshots for clients that accept gzip. Such answers have no length. Default false. */
  readonly gzip?: boolean
  /** Report changes of chapter recitations under the older `recitations` group as well. Default false. */
  readonly legacyRecitationChanges?: boolean
  readonly quirks?: SandboxQuirks
}

/** Credentials of the default client of a sandbox. They are of no use elsewhere. */
export const sandboxClientId = 'waraq-sandbox-client'
export const sandboxClientSecret = 'waraq-sandbox-secret'

export const sandboxDefaults = {
  seed: 20_250_601,
  firstSequence: 1_000,
  tokenLifetime: 3_600,
  environment: 'prelive',
  clients: [
    {
      clientId: sandboxClientId,
      clientSecret: sandboxClientSecret,
      // Includes a scope that content requests refuse, so that a wrong scope can be tested.
      scopes: ['content', 'bookmark'],
    },
  ],
} as const satisfies SandboxOptions
