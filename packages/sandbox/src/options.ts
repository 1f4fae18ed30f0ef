import type { ContentSelection } from './content/selection.ts'
import type { FaultSpec } from './faults/fault.ts'
import type { AppStateSettings } from './user/app-state/settings.ts'
import type { FavoritesInFeed, ReadingBookmarksInFeed } from './user/sync/feed.ts'
import type { SandboxUser } from './user/people/person.ts'

/** A client that may ask for tokens. */
export interface SandboxClient {
  readonly clientId: string
  /** A client without one is public: it names itself in the body of a token request, and signs users in by PKCE alone. */
  readonly clientSecret?: string
  /** Scopes that it may ask for on its own behalf. Default: `content` only. */
  readonly scopes?: readonly string[]
  /** Where users may be sent back to once they signed in. Default: any address on this machine. */
  readonly redirectUris?: readonly string[]
}

/** Oddities that were seen on the live service, off unless asked for. */
export interface SandboxQuirks {
  /** A semicolon that is not percent-encoded silently ends the filter. */
  readonly unencodedSemicolonCutsFilter?: boolean
  /** Resources, such as `translations:20`, that a bootstrap leaves out although they are public. */
  readonly bootstrapOmits?: readonly string[]
}

export interface SandboxOptions {
  /** All generated and random content depends on this number only. */
  readonly seed?: number
  /** Which content exists. Default `full`, which is everything but the glyph mushaf, `mushafs:2`, and translations 56 and 161. */
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
  /** Seconds for which an access token is good. Default 3600. */
  readonly tokenLifetime?: number
  /** Tokens of one environment are refused in another. Default `prelive`. */
  readonly environment?: 'prelive' | 'production' | (string & Record<never, never>)
  /** Origins that may use both APIs from a browser. Default `*`. */
  readonly allowedOrigins?: '*' | readonly string[]
  /**
   * Where rows say that recordings are, as `http://127.0.0.1:4600`. Default: where the sandbox listens first; a sandbox that
   * was asked for such a row before it listened names a host that does not exist.
   */
  readonly audioOrigin?: string
  /** Users who can sign in. Default: `sandboxUsers`. */
  readonly users?: readonly SandboxUser[]
  /**
   * How the feed of user data tells Favorites: by a flag of the bookmark, as documented, or as a collection with `isDefault` and
   * its memberships, as clients expect it. Default `flag`.
   */
  readonly favoritesInFeed?: FavoritesInFeed
  /**
   * How the feed of user data tells where a person reads: by the `flag` `isReading` of one bookmark, as `slots` in READING_BOOKMARK, as
   * newer clients have it, or by both. Default `flag`.
   */
  readonly readingBookmarksInFeed?: ReadingBookmarksInFeed
  /** What applications may keep as App State. */
  readonly appState?: AppStateSettings
  /** Compress snapshots for clients that accept gzip; such answers have no length. Default false. */
  readonly gzip?: boolean
  /** Tell changes of chapter recitations under the older `recitations` group as well. Default false. */
  readonly legacyRecitationChanges?: boolean
  readonly quirks?: SandboxQuirks
}

/** Credentials of the client that a sandbox has by default. They are of no use elsewhere. */
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
      // A scope that content requests refuse, so that a wrong scope can be tried.
      scopes: ['content', 'bookmark'],
    },
  ],
} as const satisfies SandboxOptions
