import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedIn } from '../packed/published.mjs'
import { root, sourcesOf } from './sources.ts'

/** ARCHITECTURE.md says which package may know which, and lists the rooms of each from the highest to the lowest. */
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

const imported = /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g
function specifiersOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  return [...source.matchAll(imported)].map(([, one, other]) => (one ?? other)!)
}
const importsOf = (path: string) =>
  specifiersOf(path)
    .filter((each) => each.startsWith('.'))
    .map((each) => join(dirname(path), each))

const names = '[a-z]+(?:-[a-z]+)?(?:, [a-z]+(?:-[a-z]+)?)*'
const arrows = new RegExp(`^ {4}${names}(?: <- ${names})+$`, 'gm')

/** What stands left of each package, over all arrows. */
const below = new Map<string, Set<string>>()
for (const [line] of text.matchAll(arrows)) {
  const groups = line
    .trim()
    .split(' <- ')
    .map((group) => group.split(', '))
  for (const [at, group] of groups.entries())
    for (const name of group)
      below.set(name, new Set([...(below.get(name) ?? []), ...groups.slice(0, at).flat()]))
}
function mayKnow(name: string, known = new Set<string>()): Set<string> {
  for (const each of below.get(name) ?? []) if (!known.has(each)) mayKnow(each, known.add(each))
  return known
}

for (const [, name = ''] of text.matchAll(/`([\w-]+)` stands alone:/g)) below.set(name, new Set())

const packages = publishedIn(join(root, 'packages'))

describe('the arrows between packages', () => {
  it('name each package', () => {
    expect([...below.keys()].filter((name) => name !== 'demo').sort()).toEqual(packages)
    expect([...mayKnow('browser')].sort()).toEqual(['client', 'contract'])
    expect(mayKnow('cli')).not.toContain('engine')
  })
  it.each(packages)('%s names none in its manifest that does not stand left of it', (name) => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>
    const named = Object.keys({ ...dependencies, ...peerDependencies })
    const ours = named.filter((each) => each.startsWith('@waraq/')).map((each) => each.slice(7))
    expect(ours.filter((each) => !mayKnow(name).has(each))).toEqual([])
  })
  it.each(packages)('%s imports none that does not stand left of it, and reaches into none', (name) => {
    const folder = join('packages', name, 'src')
    const wrong = sourcesOf(folder).flatMap((path) => {
      const named = specifiersOf(path).flatMap((each) => /^@waraq\/([a-z-]+)/.exec(each)?.[1] ?? [])
      const foreign = named.filter((each) => !mayKnow(name).has(each))
      const inside = importsOf(path).filter((other) => relative(folder, other).startsWith('..'))
      return [...foreign, ...inside].map((other) => `${path}: ${other}`)
    })
    expect(wrong).toEqual([])
  })
  it('the browser’s parts need nothing of others', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages/browser/package.json'), 'utf8')) as object
    expect(manifest).toHaveProperty('dependencies', {
      '@waraq/client': 'workspace:^',
      '@waraq/contract': 'workspace:^',
    })
    expect(manifest).not.toHaveProperty('peerDependencies')
  })
})

/** The list of a package's rooms, in their towers where it has some. */
function listOf(folder: string) {
  const begin = text.indexOf(`    ${folder}\n`)
  const next = text.slice(begin + 1).search(/^ {4}packages\/[\w-]+\/src$/m)
  const [, list = ''] = /^[^]*?\n\n([^]*)$/.exec(text.slice(begin, begin + next)) ?? []
  let tower = ''
  const rooms: string[] = []
  const towerOf = new Map<string, string>()
  for (const line of list.split('\n')) {
    tower = /^ {4}(\S.*):$/.exec(line)?.[1] ?? tower
    const room = /^ {4}([\w/-]+)\/ {2,}\S/.exec(line)?.[1]
    if (room !== undefined) towerOf.set(rooms[rooms.push(room) - 1]!, tower)
  }
  return { rooms, towerOf }
}

const towers = ["the readers' tower", "the writer's tower"]

describe.each([
  'packages/engine/src',
  'packages/reader/src',
  'packages/browser/src',
  'packages/user-data/src',
])('the rooms of %s', (folder) => {
  const { rooms, towerOf } = listOf(folder)
  const sources = sourcesOf(folder)
  const roomOf = (path: string) => relative(folder, dirname(path))

  it('are those that ARCHITECTURE.md lists', () => {
    const there = new Set(sources.map(roomOf).filter((room) => room !== ''))
    expect([...there].sort()).toEqual([...rooms].sort())
  })
  it.each(sources)('%s knows no room above its own', (path) => {
    const own = rooms.indexOf(roomOf(path))
    const above = importsOf(path).filter((other) => own >= 0 && rooms.indexOf(roomOf(other)) < own)
    expect(above).toEqual([])
  })
  it.each(sources)('%s knows no room of the other tower', (path) => {
    const own = towerOf.get(roomOf(path)) ?? ''
    const other = towers.includes(own) ? towers.filter((tower) => tower !== own) : []
    expect(importsOf(path).filter((each) => other.includes(towerOf.get(roomOf(each)) ?? ''))).toEqual([])
  })
})

it('the engine has both towers, each with rooms', () => {
  const { towerOf } = listOf('packages/engine/src')
  for (const tower of towers) expect([...towerOf.values()]).toContain(tower)
})
