import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { applicationOf, isOurs, thirdParties } from './application.ts'
import { templateNames } from './templates.ts'

interface Manifest {
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}

const made = templateNames.map((name) => {
  const files = applicationOf(name, 'my-reader', '1.2.3')
  const manifest = JSON.parse(files.get('package.json')!) as Manifest
  return { name, files, manifest, named: { ...manifest.dependencies, ...manifest.devDependencies } }
})

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')

describe.each(made)('$name', ({ files, manifest, named }) => {
  it('has its package’s name first, and is not published by mistake', () => {
    expect(Object.keys(manifest).slice(0, 3)).toEqual(['name', 'version', 'private'])
    expect(manifest).toMatchObject({ name: 'my-reader', private: true })
  })
  it('is started with the sandbox, in Vite or beside it, built, and started as it was built', () => {
    const isIn = files.get('vite.config.ts')?.includes('waraq()') ?? false
    for (const script of ['dev', 'preview'])
      expect(manifest.scripts[script]).toMatch(isIn ? /^vite\b/ : /^waraq-sandbox -- \w/)
    expect(manifest.scripts['build']).toMatch(/build$/)
  })
  it('takes our packages of the version of this command, and the others as versions.json has them', () => {
    for (const [name, range] of Object.entries(named))
      expect([name, range]).toEqual([name, isOurs(name) ? '^1.2.3' : thirdParties[name]])
  })
  it('names what its code imports, and imports or runs what it names', () => {
    const text = [...files].filter(([path]) => path !== 'package.json').map(([, code]) => code)
    const imported = text.flatMap((code) =>
      [...code.matchAll(/(?:from|import) '((?:@[^/']+\/)?[^/'.]+)[^']*'/g)].map(([, name]) => name!),
    )
    expect([...new Set(imported)].filter((name) => !(name in named))).toEqual([])
    const commands = Object.values(manifest.scripts).join(' ')
    // Peers, and what tsc, vue-tsc, next and the plugin of Vite run.
    const ofOthers = ['dexie', 'react', 'react-dom', 'typescript']
    if (imported.includes('waraq') && manifest.scripts['dev'] === 'vite')
      ofOthers.push('@waraq/sandbox', 'vite-plugin-pwa')
    const needless = Object.keys(named).filter(
      (name) =>
        !imported.includes(name) &&
        !name.startsWith('@types/') &&
        !ofOthers.includes(name) &&
        !commands.includes(name.replace('@waraq/', 'waraq-')),
    )
    expect(needless).toEqual([])
  })
  it('leaves what is installed and built out of Git', () => {
    expect(files.get('.gitignore')).toContain('node_modules')
    expect([...files.keys()].filter((path) => path.startsWith('_'))).toEqual([])
  })
})

it('the plugin of a framework stands before ours', () => {
  const config = (name: (typeof templateNames)[number]) =>
    applicationOf(name, 'a', '1.0.0').get('vite.config.ts')
  expect(config('svelte')).toMatch(
    /^import \{ svelte \} from '@sveltejs\/vite-plugin-svelte'\nimport \{ defineConfig/,
  )
  expect(config('vue')).toMatch(/  plugins: \[\n    vue\(\),\n(    \/\/.*\n)*    waraq\(\),\n/)
  expect(config('next')).toBeUndefined()
})

it('JSON files of the layers are merged', () => {
  const config = applicationOf('react', 'a', '1.0.0').get('tsconfig.json')!
  expect(JSON.parse(config)).toMatchObject({
    compilerOptions: { strict: true, jsx: 'react-jsx' },
    include: ['src'],
  })
})

it('takes packages from files of its own where they are packed beside it, those that only our packages need included', () => {
  const names = ['waraq', '@waraq/sandbox', '@waraq/protocol']
  const ours = new Map(names.map((each) => [each, `file:packed/${each.replace('@waraq/', '')}.tgz`]))
  const manifest = JSON.parse(applicationOf('vanilla', 'a', ours).get('package.json')!) as Manifest
  expect(manifest).toMatchObject({
    dependencies: { waraq: 'file:packed/waraq.tgz' },
    devDependencies: { '@waraq/sandbox': 'file:packed/sandbox.tgz' },
    overrides: { '@waraq/protocol': 'file:packed/protocol.tgz' },
  })
  expect(() => applicationOf('vanilla', 'a', new Map())).toThrow('There is no version of ')
})

describe('versions.json', () => {
  it('has what the templates name, and nothing else', () => {
    const used = made.flatMap(({ named }) => Object.keys(named)).filter((name) => !isOurs(name))
    expect(Object.keys(thirdParties)).toEqual([...new Set(used)].sort())
  })
  const manifests = ['package.json', 'demo/package.json', 'test/package.json']
  const exact = manifests.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(read(path)) as Partial<Manifest>
    const all = Object.entries({ ...dependencies, ...devDependencies })
    return all.filter(([name, version]) => name in thirdParties && /^\d/.test(version))
  })
  it('begins with the versions that are tested here', () => {
    expect(exact.length).toBeGreaterThan(5)
    for (const [name, version] of exact) expect([name, thirdParties[name]]).toEqual([name, `^${version}`])
  })
  it.each(Object.entries(thirdParties))('%s %s is a range from a version on', (_, range) => {
    expect(range).toMatch(/^\^\d+\.\d+\.\d+$/)
  })
})

it('all our packages have the version of this one', () => {
  const folders = readdirSync(fileURLToPath(new URL('packages', root)))
  const manifests = folders.map(
    (folder) => JSON.parse(read(`packages/${folder}/package.json`)) as { version: string; private?: boolean },
  )
  const versions = manifests.filter((each) => !each.private).map(({ version }) => version)
  const own = JSON.parse(read('packages/create-waraq/package.json')) as { version: string }
  expect([...new Set(versions)]).toEqual([own.version])
})
