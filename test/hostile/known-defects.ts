/** What the engine is known to do wrong until it is mended; each entry is let pass where it is named, and nowhere else. */
export const knownDefects = {
  /** A snapshot that claims a sequence from the future is installed, and no later one is accepted in its place. */
  aheadSnapshots: false,
}
