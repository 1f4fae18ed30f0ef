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
 * Has the next step open the database again where opening it failed. A browser ends connections, as Chromium does when the disk
 * is full, and refuses new ones while that lasts. Dexie opens such a database again once, and after a failure never.
 */
export function opensAgain<O extends Opening<O>>(db: OpenableDatabase<O>): void {
  const open = db.open.bind(db)
  const forget = () => {
    // Where its owner has closed it, it stays so.
    if (!db.isOpen() && !db.hasBeenClosed()) db.close({ disableAutoOpen: false })
  }
  db.open = () =>
    open().catch((error) => {
      // A task later: until then the steps that waited for it tell the cause.
      setTimeout(forget)
      throw error
    })
}
