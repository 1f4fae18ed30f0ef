import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sourcesOf } from './sources.ts'

const engine = 'packages/engine/src'

/** ARCHITECTURE.md lists the rooms of the engine from the highest to the lowest; the doors stand above them all. */
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const list = text.slice(text.indexOf('Doors come first'), text.indexOf('packages/client/src'))
const rooms = [...list.matchAll(/^ {4}([\w/-]+)\/ {2,}\S/gm)].map(([, room]) => room!)

const roomOf = (path: string) => relative(engine, dirname(path))
const imported = /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

function importsOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  return [...source.matchAll(imported)].map(([, one, other]) => join(dirname(path), (one ?? other)!))
}

describe('the rooms of the engine', () => {
  const sources = sourcesOf(engine)

  it('are those that ARCHITECTURE.md lists', () => {
    const there = new Set(sources.map(roomOf).filter((room) => room !== ''))
    expect([...there].sort()).toEqual([...rooms].sort())
  })
  it.each(sources)('%s knows no room above its own', (path) => {
    const own = rooms.indexOf(roomOf(path))
    const above = importsOf(path).filter((other) => own >= 0 && rooms.indexOf(roomOf(other)) < own)
    expect(above).toEqual([])
  })
})
