import type { BrowserName } from '../../scripts/browsers.mjs'

/** The interface to a browser that the tests need, for any protocol that drives it. */

export interface StartOptions {
  /** The folder in which the browser stores its data, which stays after its end. By default the data are removed at the end. */
  readonly profile?: string | undefined
  /** Starts in a private window, whose data are removed with it. */
  readonly isPrivate?: boolean | undefined
}

/** `clear`: clears a site's databases. `tabs`: opens more than one tab in a browser that has a profile. */
export type Ability = 'clear' | 'crash' | 'freeze' | 'offline' | 'quota' | 'suspend' | 'tabs'

export interface Driver {
  readonly name: BrowserName
  /**
   * In this browser a write transaction may stay open for ever if its tab or worker ends. It then blocks the database for
   * all other tabs. An engine can only report that, so tabs and workers are ended between their writes here.
   */
  readonly losesTransactions?: boolean
  /** Abilities of this driver that not all drivers have. Tests that need a missing one are left to other browsers. */
  readonly can: Readonly<Record<Ability, boolean>>
  start(options?: StartOptions): Promise<RunningBrowser>
}

export interface RunningBrowser {
  /** As reported by the browser itself. */
  readonly version: string
  open(url: string): Promise<BrowserTab>
  /** Ends all processes immediately, as a power cut does. */
  kill(): Promise<void>
  /** Disconnects the network for all tabs and workers. Only if the driver can. */
  setOffline?(offline: boolean): Promise<void>
  /** Stops all processes until `resume`, like a device that sleeps. */
  suspend?(): void
  resume?(): void
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface BrowserTab {
  /** Evaluates an expression whose promise resolves with a text. If the tab ends in the meantime, it rejects or never settles. */
  evaluate(expression: string): Promise<string>
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Goes back, like the browser's button. When it resolves, the previous page may still be loading. */
  back(): Promise<void>
  close(): Promise<void>
  /** Saves a picture of the visible content in a window of that size. */
  screenshot(path: string, size: Size): Promise<void>
  /** Stops and resumes everything that the page does, as a browser does to save power. Only if the driver can. */
  freeze?(): Promise<void>
  thaw?(): Promise<void>
  /** Ends the page's process. Only if the driver can. */
  crash?(): Promise<void>
  /** Clears the databases of a site, like the browser's settings. Only if the driver can. */
  clear?(origin: string): Promise<void>
  /** Sets the number of bytes that the site may store; undefined restores the default. Only if the driver can. */
  allowBytes?(origin: string, bytes: number | undefined): Promise<void>
}
