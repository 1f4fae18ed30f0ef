import type { Sandbox, SandboxOptions } from '@waraq/sandbox'
import type { BuiltFile } from './built-files.mjs'

/** 0 or none takes a free one. Where one of them is taken, all three are free ones. */
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
  /** The sandbox's admin door, as the reader is told it. */
  readonly admin: string
  /** For publishing changes, faults and looking at requests. */
  readonly sandbox: Sandbox
  /** The reader's own files by path, as they are served from now on: another version is put in here. */
  readonly files: Map<string, BuiltFile>
  /** Stops the server of the reader's own files. */
  stopReader(): Promise<void>
  /** Starts it again where it was, with the sessions of those who are signed in. */
  startReader(): Promise<void>
  /** Stops sandbox and relay; the reader's server goes on, with a proxy that reaches nothing. */
  stopServices(): Promise<void>
  /** Starts both again where they were, with the content as it is now. */
  startServices(): Promise<void>
  close(): Promise<void>
}

/** Serves the built reader with a sandbox and a relay, on loopback. */
export function startDemo(options?: {
  readonly ports?: DemoPorts
  readonly content?: SandboxOptions['content']
  /** Addresses of hosts that recordings may come from; relative ones are below the first. Default: the sandbox's. */
  readonly audio?: readonly string[]
  /** Whether the reader's workers get tokens, or the reader's server is a proxy that holds them. Default `tokens`. */
  readonly relay?: 'tokens' | 'proxy'
  /** Whether the sandbox sends snapshots compressed. Default false. */
  readonly gzip?: boolean
}): Promise<RunningDemo>
