import type { JsonObject } from '@waraq/protocol'

/** What a client under test is opened with: one tab, on a service that the kit plays. */
export interface ClientSetting {
  /** Root of the content API. Nothing listens there: `fetch` answers. */
  readonly contentRoot: string
  /** To be used in the place of the global one, for all requests of this tab. */
  readonly fetch: typeof fetch
  /** A new access token, as an application's own server gives it. */
  readonly accessToken: () => Promise<{
    readonly token: string
    readonly clientId: string
    /** In milliseconds since the epoch. */
    readonly expiresAt: number
  }>
  /** What to sync, in canonical form: `translations:20,131`. A later tab may come with another one. */
  readonly filter: string
  /** Names what the client has stored: the same name has to lead to the same data, and another one to none. */
  readonly storage: string
  /**
   * Aborted when the kit ends this tab in the middle of its work: requests then never come back. The client goes on running, unlike
   * that of a real tab; what a browser releases for it, such as Web Locks, is released here.
   */
  readonly killed: AbortSignal
}

/** A client under test, as the kit uses it. */
export interface ClientUnderTest {
  /** Brings what is stored up to date. A rejection is an end as good as any: the kit looks at what is stored and asked. */
  sync(): Promise<unknown>
  /** The rows of a resource, such as `translations:20`, that a reader gets now: as the service sent them, in any order. */
  rows(resource: string): Promise<readonly JsonObject[]>
  close(): Promise<unknown>
}

/** The default export of an adapter's module. */
export type OpenClient = (setting: ClientSetting) => Promise<ClientUnderTest>
