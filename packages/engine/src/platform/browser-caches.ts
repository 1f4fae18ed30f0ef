/** Missing on pages without https, and where the visitor has forbidden storage even asking for it may throw. */
export function browserCaches(): CacheStorage | undefined {
  try {
    return (globalThis as { caches?: CacheStorage }).caches
  } catch {
    return undefined
  }
}
