/** As a developer's terminal has it: a test may be run by another package manager, which hands its own settings down. */
export const plainEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|node_env$)/i.test(name)),
)
