// The used parts of peers whose own types do not work here: RxDB's pull the library of the newest ECMAScript into the
// whole program, where it contradicts Node's; PouchDB has none.

declare module 'rxdb/plugins/core' {
  export interface RxJsonSchema {
    readonly version: number
    readonly primaryKey: string
    readonly type: 'object'
    readonly properties: Readonly<Record<string, object>>
    readonly required: readonly string[]
  }
  export interface RxCollection<Document> {
    bulkInsert(documents: readonly Document[]): Promise<{ error: unknown[] }>
    findOne(key: string): { exec(): Promise<{ toJSON(): Document } | null> }
    count(): { exec(): Promise<number> }
  }
  export interface RxDatabase {
    addCollections<Document>(
      collections: Record<'rows', { schema: RxJsonSchema }>,
    ): Promise<Record<'rows', RxCollection<Document>>>
    close(): Promise<unknown>
  }
  export function createRxDatabase(options: {
    name: string
    storage: unknown
    multiInstance: boolean
  }): Promise<RxDatabase>
}

declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(): unknown
}

declare module 'pouchdb-core' {
  export default class PouchDB<Content> {
    static plugin(plugin: unknown): void
    constructor(name: string, options: { adapter: string })
    bulkDocs(documents: readonly ({ _id: string } & Content)[]): Promise<object[]>
    get(id: string): Promise<Content>
    info(): Promise<{ doc_count: number }>
    close(): Promise<void>
  }
}

declare module 'pouchdb-adapter-indexeddb' {
  const plugin: unknown
  export default plugin
}
