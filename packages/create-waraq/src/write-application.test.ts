import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeApplication } from './write-application.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'waraq-create-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
})

const files = new Map([
  ['package.json', '{}\n'],
  ['src/deep/main.ts', 'export {}\n'],
])

it('writes into a folder that is not there yet, and into one with nothing in it', () => {
  for (const name of ['new/inside', 'empty']) {
    if (name === 'empty') mkdirSync(join(place, name))
    writeApplication(join(place, name), files)
    expect(readFileSync(join(place, name, 'src/deep/main.ts'), 'utf8')).toBe('export {}\n')
  }
})

describe('writes nothing', () => {
  it('where something is, be it hidden', () => {
    writeFileSync(join(place, '.env'), 'mine')
    expect(() => writeApplication(place, files)).toThrowError(
      expect.objectContaining({ code: 'folder_not_empty', message: expect.stringContaining('.env') }),
    )
  })
  it('in place of a file', () => {
    writeFileSync(join(place, 'reader'), 'mine')
    expect(() => writeApplication(join(place, 'reader'), files)).toThrowError(
      expect.objectContaining({ code: 'write_failed', cause: expect.objectContaining({ code: 'ENOTDIR' }) }),
    )
    expect(readFileSync(join(place, 'reader'), 'utf8')).toBe('mine')
  })
  it('below a file', () => {
    writeFileSync(join(place, 'reader'), 'mine')
    expect(() => writeApplication(join(place, 'reader/inside'), files)).toThrowError(
      expect.objectContaining({ code: 'write_failed' }),
    )
  })
})
