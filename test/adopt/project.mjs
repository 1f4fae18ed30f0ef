import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'

/**
 * @typedef {import('./applications.mjs').Application} Application
 * @typedef {Readonly<Record<string, string>>} Tarballs by the names of packages
 */
const apps = fileURLToPath(new URL('apps', import.meta.url))

/** The credentials that the packed sandbox accepts. */
const issuer = {
  WARAQ_AUTH_URL: 'http://127.0.0.1:4600',
  WARAQ_CLIENT_ID: sandboxClientId,
  WARAQ_CLIENT_SECRET: sandboxClientSecret,
}

/** An application in a folder of its own, outside of the workspace. */
export class Project {
  /** @type {import('node:child_process').ChildProcess[]} */
  #running = []

  /** @param {Application} application @param {string} folder an empty one @param {Tarballs} tarballs */
  constructor(application, folder, tarballs) {
    this.folder = folder
    cpSync(join(apps, application.name), folder, { recursive: true })
    for (const [name, path] of Object.entries(application.shared))
      this.#write(path, readFileSync(join(apps, 'shared', name), 'utf8'))
    for (const [path, text] of Object.entries(application.shown())) this.#write(path, text)
    this.#takeTarballs(tarballs)
  }

  /** @param {string} path @param {string} text */
  #write(path, text) {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  /** The packages are not published: tarballs stand for them, also where one needs another. @param {Tarballs} tarballs */
  #takeTarballs(tarballs) {
    const path = join(this.folder, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    const named = [manifest.dependencies, manifest.devDependencies].filter(Boolean)
    for (const list of named)
      for (const name of Object.keys(list)) if (tarballs[name]) list[name] = `file:${tarballs[name]}`
    const isNamed = (/** @type {string} */ name) => named.some((list) => name in list)
    const overrides = Object.entries(tarballs).map(([name, file]) => [
      name,
      // As the application itself names it.
      isNamed(name) ? `$${name}` : `file:${file}`,
    ])
    manifest.overrides = Object.fromEntries(overrides)
    writeFileSync(path, JSON.stringify(manifest, null, 2))
  }

  /** Lines that are not empty of what a developer writes, configuration of tools and packages aside. */
  get lines() {
    const files = readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.(ts|tsx|js|mjs|html)$/.test(path) && !/node_modules|^dist|\.next|next-env/.test(path),
    )
    return files
      .flatMap((path) => readFileSync(join(this.folder, path), 'utf8').split('\n'))
      .filter((line) => line.trim() !== '').length
  }

  /** @param {string} script */
  has(script) {
    return script in (JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')).scripts ?? {})
  }

  /** Runs a command to its end. @param {readonly string[]} words @returns {Promise<string>} what it said */
  async run(...words) {
    const { child, said } = this.#spawn(words)
    const status = await new Promise((resolve) => child.once('close', resolve))
    if (status !== 0) throw new Error(`${words.join(' ')} failed in ${this.folder}\n${said()}`)
    return said()
  }

  /** Starts a command that goes on, and waits until it answers. @param {string} address @param {readonly string[]} words */
  async start(address, ...words) {
    const { child, said } = this.#spawn(words)
    this.#running.push(child)
    for (let tries = 0; tries < 600; tries++) {
      if (child.exitCode !== null) break
      const isThere = await fetch(address).then(
        () => true,
        () => false,
      )
      if (isThere) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${words.join(' ')} does not answer at ${address}\n${said()}`)
  }

  /** Ends what was started, with all that it started. */
  async stop() {
    const running = this.#running.splice(0).filter(({ exitCode }) => exitCode === null)
    const ends = running.map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM')
    await Promise.all(ends)
  }

  /** @param {readonly string[]} words */
  #spawn([command = '', ...words]) {
    const env = { ...process.env, ...issuer, NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
    const child = spawn(command, words, { cwd: this.folder, env, detached: true, stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    return { child, said: () => said }
  }
}
