/** Vitest rewrites each `import()` to a call of this, which it puts into pages and not into workers. */
Object.assign(globalThis, {
  __vitest_browser_runner__: { wrapDynamicImport: (load: () => Promise<unknown>) => load() },
})
