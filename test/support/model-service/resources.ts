import { rowName, type ModelRow, type ResourceKind } from './rows.ts'

/** Published rows of a resource, by name, as JSON text. Null: there is nothing to read. */
export type Published = ReadonlyMap<string, string> | null

export interface State {
  /** The first sequence of this state. */
  readonly sequence: number
  readonly published: Published
}

/** One resource of the service with all of its states. */
export class ModelResource {
  readonly kind: ResourceKind
  readonly key: string
  readonly states: State[] = [{ sequence: 0, published: null }]
  rows = new Map<string, ModelRow>()
  /** Deleted and unborn resources have no rows. Hidden ones keep theirs, but do not publish them. */
  status: 'unborn' | 'public' | 'hidden' | 'deleted' = 'unborn'
  createdAt = 0

  constructor(kind: ResourceKind) {
    this.kind = kind
    this.key = `${kind.group}:${kind.id}`
  }

  replaceRows(rows: readonly ModelRow[]): void {
    this.rows = new Map(rows.map((row) => [rowName(row), row]))
  }

  /** Records the state that readers get from this sequence on. */
  note(sequence: number): void {
    const published =
      this.status === 'public'
        ? new Map([...this.rows].map(([name, row]) => [name, JSON.stringify(row.data)]))
        : null
    if (published === null && this.states.at(-1)?.published === null) return
    this.states.push({ sequence, published })
  }

  /** Index of the state at this sequence. */
  indexAt(sequence: number): number {
    return this.states.findLastIndex((state) => state.sequence <= sequence)
  }

  publishedAt(sequence: number): Published {
    return this.states[this.indexAt(sequence)]!.published
  }
}
