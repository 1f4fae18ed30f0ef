import { rmSync } from 'node:fs'
import { OwnBrowser } from './own-browser.ts'
import type { ChromiumStore } from '../scripts/browsers.mjs'
import type { RawResource } from './page/raw.ts'
import type { Services } from './services.ts'
import { Tab } from './tabs.ts'

/** The content of a database before any engine was started. */
export interface Stored {
  /** Keys of installed resources. */
  readonly installed: readonly string[]
  /** The number of feed pages that an unfinished batch has stored. */
  readonly pages: number
  readonly hasToken: boolean
}

/** A profile with one tab, whose browser is started and ended repeatedly. */
export class Device {
  readonly services: Services
  #browser: OwnBrowser | undefined
  #profile: string | undefined

  constructor(services: Services) {
    this.services = services
  }

  /** The folder in which the browser stores its data. */
  get profile(): string {
    if (this.#profile === undefined) throw new Error('The device was never started')
    return this.#profile
  }

  /** `store`: a store other than that of the run. */
  async start(store?: ChromiumStore): Promise<Tab> {
    this.#browser = await OwnBrowser.start(this.#profile, store)
    this.#profile = this.#browser.profile
    return Tab.open(this.#browser.context, this.services, { name: 'tab' })
  }

  /** Ends all processes of the browser immediately. */
  async kill(): Promise<void> {
    await this.#browser?.kill()
    this.#browser = undefined
  }

  /** Ends the browser as a user does. */
  async stop(): Promise<void> {
    await this.#browser?.close()
    this.#browser = undefined
  }

  async discard(): Promise<void> {
    await this.kill()
    if (this.#profile !== undefined) rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

export async function storedIn(tab: Tab): Promise<Stored> {
  const resources = await tab.table<RawResource>('resources')
  const [batchCursor] = await tab.table<{ pages: number }>('batchCursors')
  const [subscription] = await tab.table<{ token: string | null }>('subscriptions')
  return {
    installed: resources.filter(({ status }) => status === 'installed').map(({ key }) => key),
    pages: batchCursor?.pages ?? 0,
    hasToken: typeof subscription?.token === 'string',
  }
}
