import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mutants } from '../mutants/mutants.mjs'

/** Defects that could not be made would count for nothing; a whole run of them is too slow to find that out. */
describe('each deliberate defect', () => {
  it.each(mutants)('$name: can be made, and its tests are there', ({ file, find, tests, deep = [] }) => {
    expect(existsSync(file) && readFileSync(file, 'utf8').split(find)).toHaveLength(2)
    expect([...tests, ...deep].filter((test) => !existsSync(test))).toEqual([])
  })
  it('has a name of its own', () => {
    const names = mutants.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
