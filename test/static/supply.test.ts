import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { thirdParties } from '../scripts/licences.mjs'

/**
 * What comes from others: an application may have another version of it than we do, as long as its author calls that
 * compatible; what is tested here is in the lockfile, at versions that were looked at.
 */

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly scripts?: Record<string, string>
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const manifests = readdirSync(join(root, 'packages')).map(
  (folder) => JSON.parse(read('packages', folder, 'package.json')) as Manifest,
)

describe('dependencies', () => {
  it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
    'of a package are ranges, so that an application has one copy: %s',
    (_, { dependencies, peerDependencies }) => {
      for (const [name, version] of Object.entries({ ...dependencies, ...peerDependencies }))
        expect([name, version]).toEqual([
          name,
          expect.stringMatching(/^(\^\d+\.\d+\.\d+( \|\| \^\d+\.\d+\.\d+)*|workspace:\^)$/),
        ])
    },
  )
  it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
    'for development, and its peers there, are exact versions: %s',
    (_, { peerDependencies, devDependencies }) => {
      for (const [name, version] of Object.entries(devDependencies ?? {}))
        expect([name, version]).toEqual([name, expect.stringMatching(/^(\d+\.\d+\.\d+|workspace:\*)$/)])
      expect(Object.keys(devDependencies ?? {})).toEqual(
        expect.arrayContaining(Object.keys(peerDependencies ?? {})),
      )
    },
  )
  it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
    'of which an application may have one only are its own: %s',
    (_, { dependencies }) => {
      for (const name of ['dexie', 'react']) expect(Object.keys(dependencies ?? {})).not.toContain(name)
    },
  )
  it('are in the lockfile', () => {
    const lockfile = read('pnpm-lock.yaml')
    for (const { dependencies } of manifests)
      for (const name of Object.keys(dependencies ?? {})) expect(lockfile).toContain(name)
  })
  it('are some days old before they are installed, so that one that was taken over is found out before', () => {
    const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(read('pnpm-workspace.yaml')) ?? []
    expect(Number(minutes)).toBeGreaterThanOrEqual(3 * 24 * 60)
  })
  it('run no code of ours while they are installed', () => {
    for (const { scripts } of manifests)
      expect(Object.keys(scripts ?? {}).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([])
  })
})

describe('licences', () => {
  const parties = thirdParties()
  it('of what comes along ask for no more than to be named', () => {
    const allowed = [
      '0BSD',
      'Apache-2.0',
      'BlueOak-1.0.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'CC-BY-4.0',
      'ISC',
      'MIT',
    ]
    const isAllowed = (licence: string) =>
      licence
        .replace(/[()]/g, '')
        .split(' OR ')
        .some((each) => allowed.includes(each))
    expect(parties.filter(({ licence }) => !isAllowed(licence))).toEqual([])
  })
  it('are listed, as they are: node test/scripts/licences.mjs', () => {
    const listed = read('THIRD-PARTY.md')
      .split('\n')
      .filter((line) => /^\| [@a-z]/.test(line) && !line.startsWith('| package '))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    expect(listed).toEqual(parties.map(({ name, version, licence, of }) => [name, version, licence, of]))
  })
})
