/** It comes without types. size-limit takes it for what this says. */
declare module '@size-limit/file' {
  const plugin: (...args: unknown[]) => unknown
  export default plugin
}
