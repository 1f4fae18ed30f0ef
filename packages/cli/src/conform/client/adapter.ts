import type { JsonObject } from '@waraq/protocol'

/** Settings to open a client under test in one tab, with a service that the kit simulates. */
export interface ClientSetting {
  /** Root of the content API. No server listens there: `fetch` answers all requests. */
  readonly contentRoot: string
  /** Must replace the global `fetch` for all requests of this tab. */
  readonly fetch: typeof fetch
  /** A new access token, as from an application's own server. */
  readonly accessToken: () => Promise<{
    readonly token: string
    readonly clientId: string
    /** In milliseconds since the epoch. */
    readonly expiresAt: number
  }>
  /** Resources to sync, in canonical form: `translations:20,131`. A later tab may get another filter. */
  readonly filter: string
  /** Name of the client's stored data. The same name must lead to the same data, and another name to none. */
  readonly storage: string
  /**
   * Aborted when the kit ends this tab in the middle of its work. Requests then never settle. Unlike in a real tab, the client
   * keeps running. Resources that a browser would release, such as Web Locks, are released here.
   */
  readonly killed: AbortSignal
}

/** A client under test, as the kit uses it. */
export interface ClientUnderTest {
  /** Updates the stored data. A rejection is also a valid end: the kit checks only what is stored and requested. */
  sync(): Promise<unknown>
  /** The rows of a resource, such as `translations:20`, that a reader gets now: as the service sent them, in any order. */
  rows(resource: string): Promise<readonly JsonObject[]>
  close(): Promise<unknown>
}

/** The default export of an adapter's module. */
export type OpenClient = (setting: ClientSetting) => Promise<ClientUnderTest>
