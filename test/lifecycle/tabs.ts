import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Bench, Came, SyncInput } from './page/page.ts'
import { patience } from './patience.ts'
import type { Services } from './services.ts'

/** A database that is not free for so long is held by a frozen transaction. */
const freeWithinMs = 5_000

/** The page's process ends at once. */
export async function crash(page: Page, cdp: CDPSession): Promise<void> {
  const crashed = page.waitForEvent('crash')
  cdp.send('Page.crash').catch(() => undefined)
  await crashed
}

/**
 * Freezes a page between its writes: in the middle of one, its transaction would keep all tabs from the database until the
 * browser aborts it. Browsers freeze no page in a transaction, but the command that freezes it here would. `isFree`: asks
 * another page whether the database is free; where it is not, the page is thawed and frozen again.
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
    page.setDefaultTimeout(patience.timeout)
  }

  static async open(
    context: BrowserContext,
    { origin }: Services,
    { name, worker = 'worker' }: TabOptions,
  ): Promise<Tab> {
    const page = await context.newPage()
    const tab = new Tab(name, page, await context.newCDPSession(page))
    await page.goto(`${origin}/?tab=${name}&worker=${worker}`, { timeout: patience.timeout })
    await page.waitForFunction(() => 'waraq' in window)
    return tab
  }

  /** Calls the page's bench; what has no arguments only. */
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

  /** A tab that ends meanwhile never answers: only calls that wait for its answer then reject. */
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
