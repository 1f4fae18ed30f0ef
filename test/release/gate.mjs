import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import getChangesets from '@changesets/read'
import { changesBetween, refusedOf } from './needed-bump.mjs'

/**
 * What the next version may not do by the changesets that wait: the API reports of the last release are held against those
 * of now. Releases are tags `v1.2.3`; before the first one nothing is promised.
 *
 * @typedef {ReturnType<typeof refusedOf>[number]} Refused
 */

const report = /^packages\/([\w-]+)\/API\.md$/

/**
 * @param {string} root of a repository
 * @returns {Promise<{ readonly release: string | undefined, readonly refused: readonly Refused[] }>}
 */
export async function heldToTheLastRelease(root) {
  const release = lastRelease(root)
  if (release === undefined) return { release, refused: [] }
  const before = git(root, 'ls-tree', '-r', '--name-only', release, 'packages').split('\n')
  const changes = changesBetween(
    reportsOf(before, (path) => git(root, 'show', `${release}:${path}`)),
    reportsOf(reportPaths(root), (path) => readFileSync(join(root, path), 'utf8')),
  )
  return { release, refused: refusedOf(changes, await getChangesets(root)) }
}

/** @param {string} root */
function lastRelease(root) {
  const tags = git(root, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname').split('\n')
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
}

/** @param {string} root */
function reportPaths(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/API.md`)
    .filter((path) => existsSync(join(root, path)))
}

/** The sections of each report: one for each entry point. @param {readonly string[]} paths @param {(path: string) => string} read */
function reportsOf(paths, read) {
  return new Map(
    paths.flatMap((path) => {
      const [, name] = report.exec(path) ?? []
      const sections = name ? read(path).split(/^## /m).slice(1) : []
      return sections.map((section) => /** @type {const} */ ([`${name}: ${section.split('\n', 1)}`, section]))
    }),
  )
}

/** @param {string} root @param {string[]} words */
function git(root, ...words) {
  const { status, stdout, stderr } = spawnSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
  return stdout
}
