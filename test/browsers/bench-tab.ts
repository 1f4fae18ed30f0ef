import type { Bench, Came, SyncInput } from '../lifecycle/page/page.ts'
import { waitFor } from '../lifecycle/wait-for.ts'
import { ask } from './ask.ts'
import type { BrowserTab, RunningBrowser } from './drivers/driver.ts'

export interface OpenInput {
  readonly origin: string
  /** The name by which the service distinguishes tabs. */
  readonly name: string
}

/** One tab with the page of these tests, in any browser. */
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

  /** Resolves when the page is there, also if it comes back from another page. */
  async ready(): Promise<void> {
    // During a navigation the call may reach the page that is being left.
    const isThere = () => this.do(() => 'waraq' in window && 'extras' in window).catch(() => false)
    await waitFor(isThere, (there) => there, 'the page')
  }

  do<Given extends readonly unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    return ask(this.tab, work, ...given)
  }

  /** Calls a method of the page's bench that has no arguments. */
  call<Method extends keyof Bench>(method: Method): Promise<Awaited<ReturnType<Bench[Method]>>> {
    type Answer = Awaited<ReturnType<Bench[Method]>>
    return this.do((name) => (window.waraq[name] as () => Promise<Answer>)(), method)
  }

  async subscribe(filter: string): Promise<string> {
    const answer = await this.do((each) => window.waraq.subscribe(each), filter)
    if (typeof answer !== 'string') throw new Error(`${answer.code}: ${answer.message}`)
    return answer
  }

  /** A tab that ends in the meantime may never answer. Then only calls that wait for its answer reject. */
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
