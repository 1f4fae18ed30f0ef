/**
 * Returns Cache Storage; undefined if it is not available. It is missing on pages without https. If the visitor has blocked
 * storage, reading the property may throw.
 */
export function browserCaches(): CacheStorage | undefined {
  try {
    return (globalThis as { caches?: CacheStorage }).caches
  } catch {
    return undefined
  }
}
