import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { freePort } from '../support/free-port.ts'
import type { Application } from './applications.mjs'

/** By the names of packages. */
export type Tarballs = Readonly<Record<string, string>>

const apps = fileURLToPath(new URL('apps', import.meta.url))
const sources = /\.(ts|tsx|js|mjs|html|json)$/
const notOurs = /node_modules|^dist|\.next|next-env/

/** Ports where documents and applications name them: of the sandbox, its relay, and the usual servers of pages. */
const documented = [4600, 8787, 5173, 4173, 3000, 8080]
const places = /(?<=(?:127\.0\.0\.1|localhost):|port |listen\()\d+/g

/** An application in a folder of its own, outside of the workspace, on ports that are free. */
export class Project {
  readonly folder: string
  readonly #ports: ReadonlyMap<string, number>
  readonly #running: ChildProcess[] = []

  private constructor(folder: string, ports: ReadonlyMap<string, number>) {
    this.folder = folder
    this.#ports = ports
  }

  /** `folder` is an empty one. */
  static async begin(application: Application, folder: string, tarballs: Tarballs): Promise<Project> {
    const ports = new Map<string, number>()
    for (const port of documented) ports.set(String(port), await freePort())
    const project = new Project(folder, ports)
    project.#fill(application, tarballs)
    return project
  }

  /** What a document or an application says, with this project's ports in place of those that it names. */
  here(text: string): string {
    return text.replaceAll(places, (port) => {
      const own = this.#ports.get(port)
      if (own === undefined) throw new Error(`The port ${port} is not among those that documents name`)
      return String(own)
    })
  }

  #fill(application: Application, tarballs: Tarballs): void {
    cpSync(join(apps, application.name), this.folder, { recursive: true })
    for (const [name, path] of Object.entries(application.shared))
      this.#write(path, readFileSync(join(apps, 'shared', name), 'utf8'))
    for (const [path, text] of Object.entries(application.shown())) this.#write(path, text)
    for (const path of this.#files())
      this.#write(path, this.here(readFileSync(join(this.folder, path), 'utf8')))
    this.#takeTarballs(tarballs)
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  /** The packages are not published: tarballs stand for them, also where one needs another. */
  #takeTarballs(tarballs: Tarballs): void {
    const manifest = this.#manifest
    const named = [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]
    for (const list of named)
      for (const name of Object.keys(list)) if (tarballs[name]) list[name] = `file:${tarballs[name]}`
    const isNamed = (name: string) => named.some((list) => name in list)
    const overrides = Object.entries(tarballs).map(([name, file]) => [
      name,
      // As the application itself names it.
      isNamed(name) ? `$${name}` : `file:${file}`,
    ])
    this.#write(
      'package.json',
      JSON.stringify({ ...manifest, overrides: Object.fromEntries(overrides) }, null, 2),
    )
  }

  get #manifest(): Partial<Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>>> {
    return JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'))
  }

  #files(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => sources.test(path) && !notOurs.test(path),
    )
  }

  /** Lines that are not empty of what a developer writes, configuration of tools and packages aside. */
  get lines(): number {
    return this.#files()
      .filter((path) => !path.endsWith('.json'))
      .flatMap((path) => readFileSync(join(this.folder, path), 'utf8').split('\n'))
      .filter((line) => line.trim() !== '').length
  }

  has(script: string): boolean {
    return script in (this.#manifest.scripts ?? {})
  }

  /** Runs a command to its end. */
  async run(command: string): Promise<void> {
    const { child, said } = this.#spawn(command)
    const [status] = await once(child, 'close')
    if (status !== 0) throw new Error(`${command} failed in ${this.folder}\n${said()}`)
  }

  /** Starts a command that goes on, and waits until it answers. */
  async start(address: string, command: string): Promise<void> {
    const { child, said } = this.#spawn(command)
    this.#running.push(child)
    for (let tries = 0; tries < 600; tries++) {
      if (child.exitCode !== null) break
      const isThere = await fetch(this.here(address)).then(
        () => true,
        () => false,
      )
      if (isThere) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${command} does not answer at ${this.here(address)}\n${said()}`)
  }

  /** Ends what was started, with all that it started. */
  async stop(): Promise<void> {
    const running = this.#running.splice(0).filter(({ exitCode }) => exitCode === null)
    const ends = running.map((child) => once(child, 'close'))
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM')
    await Promise.all(ends)
  }

  /** As a document shows the command. */
  #spawn(shown: string): { readonly child: ChildProcess; readonly said: () => string } {
    const [command = '', ...words] = this.here(shown).split(' ')
    const child = spawn(command, words, {
      cwd: this.folder,
      env: {
        ...process.env,
        // As in a developer's terminal; the caller is a test.
        NODE_ENV: undefined,
        // The credentials that the packed sandbox accepts.
        WARAQ_AUTH_URL: this.here('http://127.0.0.1:4600'),
        WARAQ_CLIENT_ID: sandboxClientId,
        WARAQ_CLIENT_SECRET: sandboxClientSecret,
        NEXT_TELEMETRY_DISABLED: '1',
        CI: '1',
      },
      detached: true,
      stdio: 'pipe',
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    return { child, said: () => said }
  }
}
