/** The package has no types. size-limit uses it as declared here. */
declare module '@size-limit/file' {
  const plugin: (...args: unknown[]) => unknown
  export default plugin
}
