import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedIn } from '../packed/published.mjs'
import { apart, layers, ofTheClient, packages, toolsOfDevelopers } from './layers.ts'
import { root, sourcesOf } from './sources.ts'

const imported = /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g
function specifiersOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  return [...source.matchAll(imported)].map(([, one, other]) => (one ?? other)!)
}
const importsOf = (path: string) =>
  specifiersOf(path)
    .filter((each) => each.startsWith('.'))
    .map((each) => join(dirname(path), each))

/** The folder of a package of this project, by a name that is imported. */
function ownPackage(name: string): string | undefined {
  const [, scoped, whole] = /^(?:@waraq\/([\w-]+)|(waraq))(?:\/|$)/.exec(name) ?? []
  return scoped ?? whole
}

describe('packages', () => {
  it('are those of the table', () => {
    expect(publishedIn(join(root, 'packages'))).toEqual(Object.keys(packages).sort())
  })
  it('are told by the names that are imported', () => {
    expect(['waraq', 'waraq/client', '@waraq/protocol/user', 'waraq-relay', 'react'].map(ownPackage)).toEqual(
      ['waraq', 'waraq', 'protocol', undefined, undefined],
    )
  })
  it.each(Object.entries(packages))('%s names only %j in its manifest', (name, known) => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, unknown> | undefined>
    const named = Object.keys({ ...dependencies, ...peerDependencies }).flatMap(
      (each) => ownPackage(each) ?? [],
    )
    const ofTools = Object.entries(toolsOfDevelopers).flatMap(([path, of]) =>
      path.includes(`/${name}/`) ? of : [],
    )
    // Whoever installs the package need not have them.
    for (const each of ofTools) expect(peerDependenciesMeta?.[`@waraq/${each}`]).toEqual({ optional: true })
    expect(named.filter((each) => !known.includes(each) && !ofTools.includes(each))).toEqual([])
  })
  it.each(Object.entries(packages))('%s imports only %j, and reaches into none', (name, known) => {
    const folder = join('packages', name, 'src')
    const wrong = sourcesOf(folder).flatMap((path) => {
      const named = specifiersOf(path).flatMap((each) => ownPackage(each) ?? [])
      const foreign = named.filter(
        (each) => !known.includes(each) && !toolsOfDevelopers[path]?.includes(each),
      )
      const inside = importsOf(path).filter((other) => relative(folder, other).startsWith('..'))
      return [...foreign, ...inside].map((other) => `${path}: ${other}`)
    })
    expect(wrong).toEqual([])
  })
  it('the command imports of the engine’s package the clients only', () => {
    const named = sourcesOf('packages/cli/src').flatMap(specifiersOf)
    const ours = new Set(named.filter((each) => ownPackage(each) === 'waraq'))
    expect([...ours]).toEqual([ofTheClient])
  })
})

describe('the layers of packages/waraq/src', () => {
  const folder = 'packages/waraq/src'
  const sources = sourcesOf(folder)
  const holds = (layer: string, path: string) => relative(folder, path).startsWith(`${layer}/`)
  /** Of the entry points, which stand above all, it is -1. */
  const rankOf = (path: string) => {
    const rank = new Map(layers.filter((each) => holds(each, path)).map((each) => [each.length, each]))
    return layers.indexOf(rank.get(Math.max(...rank.keys()))!)
  }

  it('are all there, and hold every folder', () => {
    const used = new Set(sources.map((path) => layers[rankOf(path)]).filter((each) => each !== undefined))
    expect([...used].sort()).toEqual([...layers].sort())
    const outside = sources.filter((path) => rankOf(path) < 0)
    expect(outside.filter((path) => dirname(path) !== folder)).toEqual([])
  })
  it.each(sources)('%s imports nothing from above', (path) => {
    expect(importsOf(path).filter((other) => rankOf(other) < rankOf(path))).toEqual([])
  })
  it.each(apart)('$what: neither imports the other', ({ one, other }) => {
    const [first, second] = [one, other].map((names) =>
      sources.filter((path) => names.some((name) => holds(name, path))),
    ) as [string[], string[]]
    expect([first.length > 20, second.length > 20]).toEqual([true, true])
    const crossing = (from: string[], into: string[]) =>
      from.flatMap((path) =>
        importsOf(path)
          .filter((each) => into.includes(each))
          .map((each) => `${path}: ${each}`),
      )
    expect([...crossing(first, second), ...crossing(second, first)]).toEqual([])
  })
  it('the browser’s parts need nothing of others', () => {
    const parts = sources.filter((path) => holds('platform', path))
    const named = parts.flatMap(specifiersOf).filter((each) => !each.startsWith('.'))
    expect(parts.length).toBeGreaterThan(15)
    expect([...new Set(named)]).toEqual(['@waraq/protocol'])
  })
})
