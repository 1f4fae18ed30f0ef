import { join } from 'node:path'
import type { Plugin } from 'vitepress'
import { api } from '../src/entry-points.mjs'
import { gather, root } from '../src/gather.mjs'
import { arabic, groups } from '../src/pages.mjs'

const pages = [...groups.flatMap((group) => group.pages), ...arabic, ...api(root)]
const documents = new Set(
  ['README.md', ...pages.flatMap(({ from }) => from)].map((from) => from.split('#')[0]!),
)
const files = [...documents].filter((path) => !path.startsWith('made:')).map((path) => join(root, path))

/** Rebuilds the pages whenever a document is saved during development. Errors are logged, and the last good page stays. */
export const followDocuments: Plugin = {
  name: 'follow-documents',
  configureServer({ watcher, config }) {
    watcher.add(files)
    watcher.on('change', (path) => {
      if (!files.includes(path)) return
      try {
        gather()
      } catch (error) {
        config.logger.error(String(error))
      }
    })
  },
}
