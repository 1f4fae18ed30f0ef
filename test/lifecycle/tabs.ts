import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Bench, Came, SyncInput } from './page/page.ts'
import { patience } from './patience.ts'
import type { Services } from './services.ts'

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

  /** The tab's process ends at once. */
  async crash(): Promise<void> {
    const crashed = this.page.waitForEvent('crash')
    this.cdp.send('Page.crash').catch(() => undefined)
    await crashed
  }

  async freeze(): Promise<void> {
    await this.cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  }

  async thaw(): Promise<void> {
    await this.cdp.send('Page.setWebLifecycleState', { state: 'active' })
  }
}
