import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The two halves are imported apart, so that a reader that needs one does not ship the other. */

const source = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Every file of the package that importing this one brings along, types aside. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)[^']*?from '(\.[^']+)'/gms)
  for (const [, path] of imports) reach(join(dirname(file), path!), seen)
  return seen
}
const from = (entry: string) => [...reach(join(source, entry))].map((file) => relative(source, file))

test('the content half reaches nothing of the user half', () => {
  const files = from('index.ts')
  expect(files).toContain('sync.ts')
  expect(files.filter((file) => file.startsWith('user'))).toEqual([])
})

test('the user half shares only words, errors and small parts with the content half', () => {
  const files = from('user/index.ts')
  expect(files).toContain('user/bookmarks/bookmark.ts')
  const shared = files.filter((file) => !file.startsWith('user'))
  expect(shared.toSorted()).toEqual(['json-object.ts', 'json.ts', 'service-error.ts', 'vocabulary.ts'])
})

test('JSON Schema is an entry point of its own', () => {
  expect(from('user/index.ts')).not.toContain('user/json-schema.ts')
  expect(from('user/json-schema.ts')).toContain('user/index.ts')
})

test('both entry points are in the package', () => {
  const { exports } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as {
    exports: Record<string, Record<string, string>>
  }
  expect(Object.keys(exports)).toEqual(['.', './user', './user/json-schema'])
  expect(exports['./user']?.['waraq-source']).toBe('./src/user/index.ts')
})
