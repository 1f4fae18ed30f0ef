import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** What is built or installed, and what is for tests or for reading. */
const leftOut = /^(dist|node_modules|\..*|.*\.md|.*\.test(-support|-d)?\.tsx?)$/

/**
 * @param {string} path
 * @returns {string[]} the file itself, or all files below the folder
 */
function filesAt(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .filter((name) => !leftOut.test(name))
    .sort()
    .flatMap((name) => filesAt(join(path, name)))
}

/**
 * A hash of the names and contents of files, and of all files in folders: the same as long as nothing is added, changed,
 * renamed or taken away. Tests do not count, nor does what is built or installed.
 *
 * @param {string} root
 * @param {readonly string[]} paths files and folders below the root
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesAt(join(root, path)))) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).split(sep).join('/')} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
