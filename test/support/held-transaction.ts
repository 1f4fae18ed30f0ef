import { ignoreOneLoop } from './at-rest.ts'

/** Starts a transaction that never ends, as WebKit may leave one behind. Returns a function that ends it. */
export function holdTransaction(database: IDBDatabase, tables: readonly string[]): () => void {
  const transaction = database.transaction([...tables], 'readwrite')
  const end = ignoreOneLoop()
  let goesOn = true
  const again = () => {
    if (goesOn) transaction.objectStore(tables[0]!).count().onsuccess = again
  }
  again()
  return () => {
    goesOn = false
    end()
  }
}
