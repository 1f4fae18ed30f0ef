import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { UserDatabase } from './store/database.ts'

/** A database of an account, in memory. */
export function userDatabase(): UserDatabase {
  return new UserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange })
}
