import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folders of packages that npm gets: each has a manifest, and none that calls itself private.
 * @param {string} packages the folder of all packages
 * @returns {string[]}
 */
export const publishedIn = (packages) =>
  readdirSync(packages).filter((name) => {
    const manifest = join(packages, name, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).private !== true
  })
