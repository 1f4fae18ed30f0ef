import type { Bench, Came, SyncInput } from '../lifecycle/page/page.ts'
import { until } from '../lifecycle/patience.ts'
import { ask } from './ask.ts'
import type { BrowserTab, RunningBrowser } from './drivers/driver.ts'

export interface OpenInput {
  readonly origin: string
  /** As the service tells tabs apart. */
  readonly name: string
}

/** One tab with the page of these tests, in whichever browser. */
export class BenchTab {
  readonly name: string
  readonly tab: BrowserTab

  private constructor(name: string, tab: BrowserTab) {
    this.name = name
    this.tab = tab
  }

  static async open(browser: RunningBrowser, { origin, name }: OpenInput): Promise<BenchTab> {
    const opened = new BenchTab(name, await browser.open(`${origin}/?tab=${name}`))
    await opened.ready()
    return opened
  }

  /** Resolves once the page is there, also where it comes back from somewhere else. */
  async ready(): Promise<void> {
    // While pages change, the call may reach the page that is going.
    const isThere = () => this.do(() => 'waraq' in window && 'extras' in window).catch(() => false)
    await until(isThere, (there) => there, 'the page')
  }

  do<Given extends readonly unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    return ask(this.tab, work, ...given)
  }

  /** Calls the page's bench; what has no arguments only. */
  call<Method extends keyof Bench>(method: Method): Promise<Awaited<ReturnType<Bench[Method]>>> {
    type Answer = Awaited<ReturnType<Bench[Method]>>
    return this.do((name) => (window.waraq[name] as () => Promise<Answer>)(), method)
  }

  async subscribe(filter: string): Promise<string> {
    const answer = await this.do((each) => window.waraq.subscribe(each), filter)
    if (typeof answer !== 'string') throw new Error(`${answer.code}: ${answer.message}`)
    return answer
  }

  /** A tab that ends meanwhile may never answer: only calls that wait for its answer then reject. */
  sync(input: SyncInput = {}): Promise<Came> {
    const came = this.do((given) => window.waraq.sync(given), input)
    came.catch(() => undefined)
    return came
  }

  digests(keys: readonly string[]): Promise<Record<string, string | null>> {
    return this.do((each) => window.waraq.digests(each), keys)
  }

  table<T>(name: string): Promise<readonly T[]> {
    return this.do((each) => window.waraq.table<T>(each), name)
  }

  close(): Promise<void> {
    return this.tab.close()
  }
}
