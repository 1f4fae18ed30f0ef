import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { namedBy } from './stage.mjs'

/**
 * What a tarball has to hold to, as sentences about what does not.
 *
 * @typedef {import('./stage.mjs').Packed} Packed
 * @typedef {(packed: Packed) => readonly string[]} Rule
 */

/**
 * CommonJS asks for `require` and `default`, never for `import`: without a `default` it is shut out.
 * @type {Rule}
 */
const opensToEverybody = ({ manifest }) =>
  Object.entries(manifest.exports)
    .filter(([, conditions]) => Object.keys(conditions).at(-1) !== 'default')
    .map(([entryPoint]) => `exports: ${entryPoint} does not end with "default"`)

/** @type {Rule} */
const holdsNoTests = ({ files }) =>
  files
    .filter((file) => /\.(test|test-d|test-support|tsbuildinfo)\b|(^|\/)scenarios\//.test(file))
    .map((file) => `${file} is no part of the package`)

/** `@scope/name` of `@scope/name/entryPoint`. @param {string} specifier */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/**
 * Types count: an application's compiler reads them.
 * @type {Rule}
 */
const namesWhatItImports = ({ manifest, folder, files }) => {
  const known = new Set([manifest.name, ...namedBy(manifest), ...Object.keys(manifest.imports ?? {})])
  return files
    .filter((file) => /^(dist|src)\/.*\.(js|ts|tsx)$/.test(file))
    .flatMap((file) =>
      ts
        .preProcessFile(readFileSync(join(folder, file), 'utf8'), true, true)
        .importedFiles.map(({ fileName }) => fileName)
        .filter((name) => !name.startsWith('.') && !isBuiltin(name) && !known.has(packageOf(name)))
        .map((name) => `${file} imports ${name}, which is no dependency`),
    )
}

/** Whether a module brings React in, itself or by one that it imports. @param {string} file @param {Set<string>} seen @returns {boolean} */
function usesReact(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  /** @type {string[]} */
  const named = ts
    .preProcessFile(readFileSync(file, 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => fileName)
  return named.some(
    (name) => name === 'react' || (name.startsWith('.') && usesReact(join(dirname(file), name), seen)),
  )
}

/**
 * A server's bundler has to know which modules are the browser's: those with hooks say so in their first statement.
 * @type {Rule}
 */
const marksHooks = ({ manifest, folder }) => {
  if (!('react' in (manifest.peerDependencies ?? {}))) return []
  return Object.values(manifest.exports)
    .map((entryPoint) => entryPoint['default'] ?? '')
    .filter((file) => usesReact(join(folder, file)))
    .filter((file) => !readFileSync(join(folder, file), 'utf8').startsWith("'use client'"))
    .map((file) => `${file} does not begin with 'use client'`)
}

/** @type {readonly Rule[]} */
export const rules = [opensToEverybody, holdsNoTests, namesWhatItImports, marksHooks]
