import type { BrowserName } from '../../scripts/browsers.mjs'

/** What the tests need of a browser, with any protocol that drives it. */

export interface StartOptions {
  /** The folder in which the browser keeps its data, also beyond its end. With none given, all is forgotten at the end. */
  readonly profile?: string | undefined
  /** In a private window, whose data goes with it. */
  readonly isPrivate?: boolean | undefined
}

/** `clear`: a site's databases; `tabs`: more than one in a browser that has a profile. */
export type Ability = 'clear' | 'crash' | 'freeze' | 'offline' | 'quota' | 'suspend' | 'tabs'

export interface Driver {
  readonly name: BrowserName
  /**
   * In this browser a write transaction may stay open for ever if its tab or worker ends, and then keeps all other tabs from the
   * database. An engine can only report that, so here tabs and workers are ended between their writes.
   */
  readonly losesTransactions?: boolean
  /** What this driver can do beyond what all can. Tests that need it are left to other browsers. */
  readonly can: Readonly<Record<Ability, boolean>>
  start(options?: StartOptions): Promise<RunningBrowser>
}

export interface RunningBrowser {
  /** As the browser itself tells it. */
  readonly version: string
  open(url: string): Promise<BrowserTab>
  /** Ends all processes at once, as a power cut does. */
  kill(): Promise<void>
  /** Takes the network away from all tabs and workers; only where the driver can. */
  setOffline?(offline: boolean): Promise<void>
  /** Stops all processes until `resume`, as a device that sleeps does. */
  suspend?(): void
  resume?(): void
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface BrowserTab {
  /** Evaluates an expression whose promise resolves with a text. Rejects where the tab ends meanwhile, or never settles. */
  evaluate(expression: string): Promise<string>
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Goes back, as the browser's button does. The page before may still be loading when it resolves. */
  back(): Promise<void>
  close(): Promise<void>
  /** A picture of what is visible in a window of that size. */
  screenshot(path: string, size: Size): Promise<void>
  /** Stops and resumes all that the page does, as a browser does to save power; only where the driver can. */
  freeze?(): Promise<void>
  thaw?(): Promise<void>
  /** The page's process ends; only where the driver can. */
  crash?(): Promise<void>
  /** Clears the databases of a site, as the browser's settings do; only where the driver can. */
  clear?(origin: string): Promise<void>
  /** The site may store so many bytes, and as many as usual where none are given; only where the driver can. */
  allowBytes?(origin: string, bytes: number | undefined): Promise<void>
}
