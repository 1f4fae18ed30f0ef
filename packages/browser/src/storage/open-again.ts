import { isErrorNamed } from './error-name.ts'

/** The part of Dexie's promises that is used. A promise of another kind would lose the live query that it runs in. */
export interface Opening<O> {
  catch(then: (error: unknown) => never): O
}

/** The part of a Dexie database that is used. */
export interface OpenableDatabase<O> {
  open(): O
  close(options: { readonly disableAutoOpen: boolean }): void
}

/**
 * Has the next step open the database again where opening it failed. A browser ends connections, as Chromium does when the disk
 * is full, and refuses new ones while that lasts. Dexie opens such a database again once, and after a failure never.
 */
export function opensAgain<O extends Opening<O>>(db: OpenableDatabase<O>): void {
  const open = db.open.bind(db)
  db.open = () =>
    open().catch((error) => {
      // Its owner has closed it: it stays so.
      if (!isErrorNamed(error, 'DatabaseClosedError')) db.close({ disableAutoOpen: false })
      throw error
    })
}
