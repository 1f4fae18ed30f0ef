import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { applicationOf } from '../../packages/create-waraq/src/application.ts'

const textOf = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

it('the code of the tutorial is that of the application which npm create waraq makes', () => {
  const files = applicationOf('vanilla', 'my-reader', '1.0.0')
  const code = [...files].filter(([path]) => /\.(ts|html)$/.test(path))
  const named = /^`([\w./-]+)`[^\n]*\n\n```\w+\n(.*?)^```/gms
  const shown = [...textOf('GETTING-STARTED.md').matchAll(named)]
  expect(Object.fromEntries(shown.map(([, path, text]) => [path, text]))).toEqual(Object.fromEntries(code))
})

const optionsOf = (path: string, name: string) => {
  const body = new RegExp(`interface ${name}\\b.*?\\n}`, 's').exec(textOf(`packages/waraq/src/${path}`))![0]
  return [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, option]) => option!)
}

it.each([
  ['sync/engine/options.ts', 'OwnOptions'],
  ['worker/options.ts', 'ConnectOptions'],
  ['link/settings.ts', 'Deadlines'],
  ['worker/protocol.ts', 'RemoteEngineOptions'],
  ['sync/schedule/settings.ts', 'ScheduleOptions'],
])('the table of the engine’s options has those of %s, %s', (path, name) => {
  const [table] = /## Options.*?## In the background/s.exec(textOf('packages/waraq/OPTIONS.md'))!
  const options = optionsOf(path, name)
  expect(options.length).toBeGreaterThan(1)
  // What a page says of itself to its worker is no option of an application.
  const missing = options.filter((option) => option !== 'asksWhatToDrop' && !table.includes(`\`${option}\``))
  expect(missing).toEqual([])
})
