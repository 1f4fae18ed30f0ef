import type { JsonObject } from '@waraq/protocol'
import { createSandbox, type Sandbox } from '@waraq/sandbox'
import { differencesOf, rowsOf } from '../../inspect/copy.ts'
import type { OpenClient } from './adapter.ts'
import { Tab, type SyncEnd } from './tab.ts'

/** The two resources of all scripts: the same fifteen verses in two languages. */
export const [first, second] = ['translations:20', 'translations:131'] as const
export const both = 'translations:20,131'
const chapters = [112, 113, 114]

/** Maximum number of syncs that a client may need to become current after a problem. */
const syncsAfterTrouble = 3

/** A service and the storage of one device, with its tabs. */
export class Stage {
  readonly sandbox: Sandbox
  readonly #open: OpenClient
  readonly #storage: string
  readonly #timeoutMs: number
  readonly #tabs: Tab[] = []
  #edition = 1

  constructor(open: OpenClient, storage: string, timeoutMs: number) {
    this.sandbox = createSandbox({ content: { chapters, resources: both } })
    this.#open = open
    this.#storage = storage
    this.#timeoutMs = timeoutMs
  }

  /** Opens a tab. The filter defaults to both resources. */
  async tab(filter: string = both): Promise<Tab> {
    const { sandbox } = this
    const parts = { sandbox, filter, storage: this.#storage, timeoutMs: this.#timeoutMs }
    const tab = await Tab.open(this.#open, parts)
    this.#tabs.push(tab)
    return tab
  }

  /** Opens a tab and syncs it, so that it has everything that the service has. */
  async currentTab(filter?: string): Promise<Tab> {
    const tab = await this.tab(filter)
    await tab.sync()
    return tab
  }

  /** The service's rows of a resource. */
  has(resource: string): readonly JsonObject[] {
    return this.sandbox.snapshotRows(resource) ?? []
  }

  /** A new text for each row of a resource, as changes for `publish` and `invalidate`. */
  edition(resource: string) {
    const number = ++this.#edition
    return this.has(resource).map((row) => ({
      resource,
      update: { key: Number(row['id']), text: `Edition ${number}: ${String(row['verse_key'])}.` },
    }))
  }

  /** Makes earlier tokens too old. */
  forget(): void {
    this.sandbox.publish(this.edition(first).slice(0, 1))
    this.sandbox.compact()
  }

  /** Syncs until the tab shows the same rows as the service. Returns the remaining difference, in words. */
  async becomesCurrent(
    tab: Tab,
    resources: readonly string[] = [first, second],
  ): Promise<string | undefined> {
    let difference: string | undefined
    for (let round = 0; round < syncsAfterTrouble; round++) {
      const end: SyncEnd = await tab.sync()
      difference = undefined
      for (const resource of resources)
        difference ??= differenceIn(await tab.rows(resource), this.has(resource), resource)
      if (difference === undefined || end === 'waiting') return difference
    }
    return difference
  }

  async close(): Promise<void> {
    for (const tab of this.#tabs) await tab.close()
  }
}

const sheetOf = (records: readonly JsonObject[]) =>
  rowsOf({
    resource_group: 'translations',
    resource_id: 1,
    schema_version: 1,
    sync_sequence: 0,
    records: [...records],
  })

export const isSame = (shown: readonly JsonObject[], wanted: readonly JsonObject[]) =>
  differencesOf(sheetOf(shown), sheetOf(wanted)).length === 0

/** Describes how the shown rows differ from the wanted ones, in words. */
export function differenceIn(
  shown: readonly JsonObject[],
  wanted: readonly JsonObject[],
  resource: string,
): string | undefined {
  const found = differencesOf(sheetOf(shown), sheetOf(wanted))
  if (found.length === 0) return undefined
  const count = (kind: string) => found.filter((each) => each.kind === kind).length
  const parts = [
    [count('missing'), 'missing'],
    [count('other'), 'of another state'],
    [count('extra'), 'too many'],
  ] as const
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return `${resource}: of ${wanted.length} rows ${words.join(', ')}`
}
