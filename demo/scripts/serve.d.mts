import type { Sandbox, SandboxOptions } from '@waraq/sandbox'
import type { BuiltFile } from './built-files.mjs'

/** A port that is 0 or missing takes a free one. If one of the ports is taken, all three are free ones. */
export interface DemoPorts {
  readonly reader?: number
  readonly relay?: number
  readonly sandbox?: number
}

export interface RunningDemo {
  /** The address to open. */
  readonly url: string
  readonly contentRoot: string
  /** Address of the token relay, or of the proxy. */
  readonly relay: string
  /** The sandbox's admin endpoint, as the reader's configuration names it. */
  readonly admin: string
  /** For publishing changes, setting faults and inspecting requests. */
  readonly sandbox: Sandbox
  /** The reader's own files by path, as they are served from now on. Set entries to serve another version. */
  readonly files: Map<string, BuiltFile>
  /** Stops the server of the reader's own files. */
  stopReader(): Promise<void>
  /** Starts the server again on the same port. People who are signed in keep their sessions. */
  startReader(): Promise<void>
  /** Stops sandbox and relay. The reader's server keeps running; if it is a proxy, it reaches nothing. */
  stopServices(): Promise<void>
  /** Starts both again on the same ports, with the content as it is now. */
  startServices(): Promise<void>
  close(): Promise<void>
}

/** Serves the built reader with a sandbox and a relay, on loopback. */
export function startDemo(options?: {
  readonly ports?: DemoPorts
  readonly content?: SandboxOptions['content']
  /**
   * Addresses of hosts that recordings may come from. Relative addresses are resolved against the first one. Default: the
   * sandbox's.
   */
  readonly audio?: readonly string[]
  /**
   * With `tokens`, the reader's workers get tokens. With `proxy`, the reader's server is a proxy that holds them. Default
   * `tokens`.
   */
  readonly relay?: 'tokens' | 'proxy'
  /** Whether the sandbox sends snapshots compressed. Default false. */
  readonly gzip?: boolean
}): Promise<RunningDemo>
