/**
 * Cache Storage. It is missing on pages without https; where the visitor has forbidden storage, reading the property may
 * throw.
 */
export function browserCaches(): CacheStorage | undefined {
  try {
    return (globalThis as { caches?: CacheStorage }).caches
  } catch {
    return undefined
  }
}
