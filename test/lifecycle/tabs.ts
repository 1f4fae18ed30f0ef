import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Bench, Came, SyncInput } from './page/page.ts'
import { hangMs } from './wait-for.ts'
import type { Services } from './services.ts'

/** If a database is not free within this time, a frozen transaction blocks it. */
const freeWithinMs = 5_000

/** Ends the page's process immediately. */
export async function crash(page: Page, cdp: CDPSession): Promise<void> {
  const crashed = page.waitForEvent('crash')
  cdp.send('Page.crash').catch(() => undefined)
  await crashed
}

/**
 * Freezes a page between its writes. In the middle of a write, its transaction would block all tabs until the browser aborts
 * it. Browsers never freeze a page during a transaction, but the command that is used here would. `isFree` asks another page
 * whether the database is free. If not, the page is thawed and frozen again.
 */
export async function freezeBetweenWrites(tab: Freezable, isFree: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await tab.freeze()
    const free = isFree()
    if (await Promise.race([free, sleep(freeWithinMs, false)])) return
    await tab.thaw()
    await free
  }
}

interface Freezable {
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export interface TabOptions {
  readonly name: string
  readonly worker?: 'worker' | 'audited-worker'
}

/** One tab with the page of these tests, and ways for it to end. */
export class Tab {
  readonly name: string
  readonly page: Page
  readonly cdp: CDPSession

  private constructor(name: string, page: Page, cdp: CDPSession) {
    this.name = name
    this.page = page
    this.cdp = cdp
    page.setDefaultTimeout(hangMs)
  }

  static async open(
    context: BrowserContext,
    { origin }: Services,
    { name, worker = 'worker' }: TabOptions,
  ): Promise<Tab> {
    const page = await context.newPage()
    const tab = new Tab(name, page, await context.newCDPSession(page))
    await page.goto(`${origin}/?tab=${name}&worker=${worker}`, { timeout: hangMs })
    await page.waitForFunction(() => 'waraq' in window)
    return tab
  }

  /** Calls a method of the page's bench that has no arguments. */
  call<Method extends keyof Bench>(method: Method): Promise<Awaited<ReturnType<Bench[Method]>>> {
    type Answer = Awaited<ReturnType<Bench[Method]>>
    return this.page.evaluate(
      (name) => (window.waraq[name] as () => Promise<Answer>)(),
      method,
    ) as Promise<Answer>
  }

  async subscribe(filter: string): Promise<string> {
    const answer = await this.page.evaluate((each) => window.waraq.subscribe(each), filter)
    if (typeof answer !== 'string') throw new Error(`${answer.code}: ${answer.message}`)
    return answer
  }

  /** A tab that ends in the meantime never answers. Then only calls that wait for its answer reject. */
  sync(input: SyncInput = {}): Promise<Came> {
    const came = this.page.evaluate((given) => window.waraq.sync(given), input)
    came.catch(() => undefined)
    return came
  }

  digests(keys: readonly string[]): Promise<Record<string, string | null>> {
    return this.page.evaluate((each) => window.waraq.digests(each), keys)
  }

  table<T>(name: string): Promise<readonly T[]> {
    return this.page.evaluate((each) => window.waraq.table(each), name) as Promise<readonly T[]>
  }

  async close(): Promise<void> {
    await this.page.close()
  }

  async crash(): Promise<void> {
    await crash(this.page, this.cdp)
  }

  async freeze(): Promise<void> {
    await this.cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  }

  async thaw(): Promise<void> {
    await this.cdp.send('Page.setWebLifecycleState', { state: 'active' })
  }
}
