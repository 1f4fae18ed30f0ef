/** The part of Dexie's promises that is used. A promise of another kind would lose the live query that it runs in. */
export interface Opening<O> {
  catch(then: (error: unknown) => never): O
}

/** The part of a Dexie database that is used. */
export interface OpenableDatabase<O> {
  open(): O
  isOpen(): boolean
  hasBeenClosed(): boolean
  close(options: { readonly disableAutoOpen: boolean }): void
}

/**
 * Makes the next operation open the database again if opening it failed. A browser may end connections, as Chromium does when
 * the disk is full, and refuse new ones while that lasts. Dexie reopens such a database once, and never after a failure.
 */
export function opensAgain<O extends Opening<O>>(db: OpenableDatabase<O>): void {
  const open = db.open.bind(db)
  const forget = () => {
    // If its owner has closed it, it stays closed.
    if (!db.isOpen() && !db.hasBeenClosed()) db.close({ disableAutoOpen: false })
  }
  db.open = () =>
    open().catch((error) => {
      // In a later task: until then, the operations that waited for it report the cause.
      setTimeout(forget)
      throw error
    })
}
