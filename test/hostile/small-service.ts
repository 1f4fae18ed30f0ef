import { ModelService, plainService, type ModelResource } from '@waraq/test-support/model-service'
import { seeded, type Random } from '@waraq/test-support/random'

export const resourceNames = ['mushafs:1', 'translations:20'] as const
export type ResourceName = (typeof resourceNames)[number]
export const smallFilter = 'mushafs:1;translations:20'
/** Changes per page: so few that most batches have more than one page. */
export const changesPerPage = 2

/** Rows of a resource from which on none is added: what a round costs must not grow with the rounds before it. */
const manyRows = 4
/** Both resources are there from the beginning, and small. */
const seed = 4

/** The model service with two resources of a few rows, to be lied in the name of: it keeps its own promises. */
export class SmallService extends ModelService {
  constructor() {
    const random = seeded(seed)
    const kinds = [
      { group: 'translations', id: 20, types: ['translation'] },
      { group: 'mushafs', id: 1, types: ['mushaf', 'mushaf_page', 'mushaf_word'] },
    ]
    super(plainService, random, { kinds, textEnd: ' \u0000\ufdfa' })
  }

  /** What readers may see of the resource, as text by type and id. */
  rows(name: ResourceName): ReadonlyMap<string, string> {
    return this.#resource(name).publishedAt(this.content.sequence)!
  }

  /** Changes one to three rows, or announces that a resource has to be fetched anew. */
  change(random: Random): void {
    for (let count = 1 + random.int(3); count > 0; count--) {
      const resource = random.int(resourceNames.length)
      const { size } = this.content.resources[resource]!.rows
      const onRow = random.pick(['row-create', 'row-update', 'row-update', 'row-delete'] as const)
      const fitting = onRow === 'row-create' && size >= manyRows ? 'row-delete' : onRow
      const what = random.oneIn(4) ? 'invalidate' : fitting
      this.content.change({ what, resource, row: random.int(manyRows) }, random)
    }
  }

  /** Changes the text of one row. */
  update(name: ResourceName, id: number, text: string): void {
    const type = name === 'mushafs:1' ? 'mushaf_word' : 'translation'
    this.content.write(this.#resource(name), type, id, text)
  }

  invalidate(name: ResourceName): void {
    this.content.announce(this.#resource(name), 'RESOURCE_INVALIDATE')
  }

  /** Tells the reader to fetch everything anew, as a service does that finds out that it has lied. */
  invalidateAll(): void {
    for (const name of resourceNames) this.invalidate(name)
  }

  /** Changes nothing, and says so: freshness marks. */
  touchAll(): void {
    for (const name of resourceNames) this.content.announce(this.#resource(name), 'RESOURCE_UPDATE')
  }

  #resource(name: ResourceName): ModelResource {
    return this.content.resources.find(({ key }) => key === name)!
  }
}
