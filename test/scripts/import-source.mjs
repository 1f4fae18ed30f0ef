import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const conditions = ['waraq-source', 'node', 'module', 'development|production']

/**
 * Imports TypeScript that reads the packages from their sources, so that nothing is built beforehand. What is to run has to run
 * while it is imported, or by what it exports and has loaded by then: afterwards Vite loads nothing more for it.
 *
 * @param {URL} file
 * @param {URL} [root] of Vite; default: the working directory
 */
export async function importSource(file, root) {
  const { module } = await runnerImport(fileURLToPath(file), {
    configFile: false,
    logLevel: 'warn',
    ...(root && { root: fileURLToPath(root) }),
    resolve: { conditions },
    environments: { inline: { resolve: { conditions, noExternal: [/^(@waraq\/|waraq(\/|$))/] } } },
  })
  return module
}
