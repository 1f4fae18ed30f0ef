/** What random histories leave out because of defects of the engine that are known and not mended yet. All false once they are. */
export const knownDefects = {
  /** With Web Locks a frozen tab stops all others until it thaws. */
  frozenLockHolders: true,
}
