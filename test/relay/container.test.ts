/**
 * The relay's container, as far as it can be tried without one: its recipe by rules, and its command as it would run there.
 */
import { freePort } from '@waraq/test-support/free-port'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundleModules } from '@waraq/test-support/bundle-modules'
import { askToken, page, secret, startIssuer, type Issuer } from './processes.ts'

const folder = fileURLToPath(new URL('../../packages/relay/', import.meta.url))
const recipe = readFileSync(join(folder, 'Dockerfile'), 'utf8')

interface Instruction {
  readonly name: string
  readonly text: string
}

/** Instructions of the recipe, without comments, each on one line. */
const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? []
      return { name: name.toUpperCase(), text }
    })

/** The list in an instruction's exec form; undefined in its shell form. */
function execForm(instruction: Instruction | undefined): string[] | undefined {
  try {
    return JSON.parse(instruction!.text.replace(/^.*?(?=\[)/, '')) as string[]
  } catch {
    return undefined
  }
}

const named = (instructions: readonly Instruction[], ...names: string[]) =>
  instructions.filter(({ name }) => names.includes(name))
const last = (instructions: readonly Instruction[], name: string) => named(instructions, name).at(-1)
/** The stage that the image is: what comes after its last base. */
const finalStage = (instructions: readonly Instruction[]) =>
  instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))

const settingsOf = (instructions: readonly Instruction[]) =>
  instructions.flatMap(({ text }) =>
    text.split(/\s+/).map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name, value]
    }),
  )
const environmentOf = (instructions: readonly Instruction[]): Record<string, string> =>
  Object.fromEntries(settingsOf(named(finalStage(instructions), 'ENV')))

const { version, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}

/** Rules, each with a change of the recipe that breaks it. */
const rules: readonly (readonly [
  rule: string,
  holds: (instructions: readonly Instruction[]) => boolean,
  breaking: (dockerfile: string) => string,
])[] = [
  [
    'its last user is not root, and comes before its command',
    (all) => {
      const stage = finalStage(all)
      const places = ['USER', 'HEALTHCHECK', 'ENTRYPOINT'].map((name) =>
        stage.findLastIndex((each) => each.name === name),
      )
      const isOrdered = places.every((place, index) => place > (places[index - 1] ?? 0))
      return isOrdered && !/^(root|0)\b/.test(last(stage, 'USER')!.text)
    },
    (text) => text.replace('USER node', 'USER root'),
  ],
  [
    'its bases have a tag that names a major version and a distribution',
    (all) => {
      const bases = named(all, 'FROM').map(({ text }) => text.split(' ')[0]!)
      return bases.length > 1 && bases.every((base) => /^node:\d+(\.\d+)*-[a-z]+-slim$/.test(base))
    },
    (text) => text.replace(/node:\S+/, 'node:latest'),
  ],
  [
    'it holds no secret, only the name of a file',
    (all) =>
      settingsOf(named(all, 'ENV', 'ARG')).every(
        ([name, value]) =>
          !/secret|token|password|key|redis/i.test(name) || (name.endsWith('_FILE') && value.startsWith('/')),
      ),
    (text) => text.replace('NODE_ENV=production', 'WARAQ_CLIENT_SECRET=x'),
  ],
  [
    'it takes nothing from addresses, and nothing from the folder that it is built in',
    (all) =>
      named(all, 'ADD').length === 0 &&
      named(all, 'COPY').every(({ text }) => text.startsWith('--from=')) &&
      !all.some(({ text }) => /https?:\/\/(?!127\.0\.0\.1)/.test(text)),
    (text) => text.replace('COPY --from=packages /relay', 'ADD https://example.org/relay.tgz'),
  ],
  [
    'no part of it needs a shell',
    (all) => {
      const run = named(all, 'RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK')
      return (
        run.length === 3 && run.every((each) => execForm(each)?.every((word) => typeof word === 'string'))
      )
    },
    (text) => text.replace(/^ENTRYPOINT .*/m, 'ENTRYPOINT node bin.js'),
  ],
  [
    'its health is asked',
    (all) => /\/health/.test(last(finalStage(all), 'HEALTHCHECK')?.text ?? ''),
    (text) => text.replace(/^HEALTHCHECK [^]*?\n(?=#)/m, ''),
  ],
  [
    'it runs one process, which gets the signals: node itself',
    (all) => {
      const [program, ...words] = execForm(last(finalStage(all), 'ENTRYPOINT')) ?? []
      return program === 'node' && words.length === 1 && named(finalStage(all), 'CMD').length === 0
    },
    (text) => text.replace('ENTRYPOINT ["node",', 'ENTRYPOINT ["npx",'),
  ],
  [
    'it installs this version, and the packages that it is tested with, and runs no script of theirs',
    (all) => {
      const words = named(all, 'RUN').flatMap((each) => execForm(each) ?? [])
      const { unstorage, ioredis } = devDependencies
      return [
        `@waraq/relay@${version}`,
        `unstorage@${unstorage}`,
        `ioredis@${ioredis}`,
        '--ignore-scripts',
      ].every((word) => words.includes(word))
    },
    (text) => text.replace('ioredis@', 'ioredis@^'),
  ],
  [
    'callers reach it from outside, and its metrics they do not',
    (all) => {
      const { HOST, PORT, WARAQ_ADMIN_PORT, WARAQ_ADMIN_HOST } = environmentOf(all)
      const exposed = named(all, 'EXPOSE').map(({ text }) => text)
      const isApart = WARAQ_ADMIN_PORT !== undefined && WARAQ_ADMIN_HOST === undefined
      return HOST === '0.0.0.0' && exposed.join() === PORT && isApart && WARAQ_ADMIN_PORT !== PORT
    },
    (text) => text.replace('EXPOSE 8787', 'EXPOSE 8787 8788'),
  ],
]

describe('the recipe', () => {
  test.each(rules)('%s', (_rule, holds, breaking) => {
    expect(holds(instructionsOf(recipe))).toBe(true)
    expect(breaking(recipe)).not.toBe(recipe)
    expect(holds(instructionsOf(breaking(recipe)))).toBe(false)
  })

  test('the folder that it is built in stays outside', () => {
    const lines = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n')
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['*'])
  })
})

describe('the command of the recipe, as a user that may write nothing', () => {
  const instructions = instructionsOf(recipe)
  const entrypoint = execForm(last(instructions, 'ENTRYPOINT'))!
  const healthCheck = execForm(last(instructions, 'HEALTHCHECK'))!
  /** The files of the image and of its mounts, which its user may read. */
  const image = mkdtempSync(join(tmpdir(), 'waraq-container-'))
  const secretFile = join(image, 'client-secret')
  const own = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  /** Node refuses to write to files or to start processes. */
  const permissions = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  let bin = ''
  let issuer: Issuer
  const running: ReturnType<typeof run>[] = []

  beforeAll(async () => {
    const entry = await bundleModules('packages/relay/src/bin.ts', 'node')
    bin = join(image, 'bin', basename(entry))
    cpSync(dirname(entry), dirname(bin), { recursive: true })
    writeFileSync(secretFile, `${secret}\n`, { mode: 0o444 })
    chmodSync(image, 0o755)
  })
  beforeEach(async () => {
    issuer = await startIssuer()
  })
  afterEach(async () => {
    for (const each of running.splice(0)) {
      each.kill('SIGKILL')
      await each.ended
    }
    await issuer.close()
  })
  afterAll(() => rmSync(image, { recursive: true }))

  /** Runs words of the recipe with its environment and what an operator adds, from a folder that is root's. */
  function run([, ...words]: readonly string[], env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, words, {
      ...own,
      cwd: '/',
      env: { ...environmentOf(instructions), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    )
    return { output: () => output, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) }
  }

  async function startContainer(more: Readonly<Record<string, string>> = {}) {
    const [port, adminPort] = [await freePort(), await freePort()]
    const env = {
      PORT: String(port),
      WARAQ_ADMIN_PORT: String(adminPort),
      WARAQ_CLIENT_SECRET_FILE: secretFile,
      WARAQ_AUTH_URL: issuer.url,
      WARAQ_CLIENT_ID: 'client-1',
      WARAQ_PUBLIC: '1',
      WARAQ_ALLOWED_ORIGINS: page,
      WARAQ_ALLOWED_HOSTS: `127.0.0.1:${port}`,
      ...more,
    }
    const command = [entrypoint[0]!, permissions, '--allow-fs-read=*', bin]
    const relay = run(command, env)
    running.push(relay)
    const statusOf = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${adminPort}${path}`).catch(() => undefined)
      return answer?.status
    }
    return {
      ...relay,
      tokens: `http://127.0.0.1:${port}/token`,
      statusOf,
      isHealthy: async () => (await run(healthCheck, env).ended) === 0,
    }
  }

  test('answers, with a secret that is in a file alone, and says nothing of it', async () => {
    const relay = await startContainer()
    await expect.poll(() => relay.statusOf('/health')).toBe(200)
    expect(await relay.isHealthy()).toBe(true)
    const answer = await askToken(relay)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { token: 'CANARY-TOKEN-1', clientId: 'client-1', expiresIn: expect.any(Number) },
    ])
    expect(await relay.statusOf('/ready')).toBe(200)
    expect(relay.output()).not.toMatch(/CANARY|EACCES|ERR_ACCESS_DENIED/)
  })

  test('ends at SIGTERM with what is in flight answered', async () => {
    const relay = await startContainer()
    await expect.poll(() => relay.statusOf('/ready')).toBe(200)
    const held: ServerResponse[] = []
    issuer.answer = (_, response) => void held.push(response)
    const answer = askToken(relay)
    await expect.poll(() => held.length).toBe(1)
    relay.kill('SIGTERM')
    await expect.poll(() => relay.statusOf('/ready')).toBe(503)
    await expect(askToken(relay)).rejects.toThrow()
    issuer.token(held[0]!)
    expect((await answer).status).toBe(200)
    expect(await relay.ended).toBe(0)
    expect(await relay.isHealthy()).toBe(false)
  })

  test('does not start with a secret in its environment', async () => {
    const relay = await startContainer({ WARAQ_CLIENT_SECRET: secret })
    expect(await relay.ended).toBe(1)
    expect(relay.output()).toContain('WARAQ_CLIENT_SECRET_FILE')
    expect(relay.output()).not.toContain('CANARY')
  })
})
