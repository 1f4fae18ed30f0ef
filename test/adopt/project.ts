import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import type { Application } from './applications.mjs'
import { plainEnvironment } from './plain-environment.ts'

const apps = fileURLToPath(new URL('apps', import.meta.url))
const sources = /\.(ts|tsx|js|mjs|vue|svelte|html|json)$/
const notOurs = /node_modules|^dist|\.next|next-env|package-lock/

/** Ports where documents and applications name them: of the sandbox, its relay, and the usual servers of pages. */
const documented = [4600, 8787, 5173, 4173, 3000, 8080]
const places = /(?<=(?:127\.0\.0\.1|localhost):|port |listen\()\d+/g

/** The ports of pages among them. */
const ofPages = documented.slice(2)

/** An application in a folder of its own, outside of the workspace, on ports that are free. */
export class Project {
  readonly folder: string
  readonly #npmrc: string
  readonly #ports: ReadonlyMap<string, number>
  readonly #running: ChildProcess[] = []

  private constructor(folder: string, npmrc: string, ports: ReadonlyMap<string, number>) {
    this.folder = folder
    this.#npmrc = npmrc
    this.#ports = ports
  }

  /**
   * Makes the application, and installs what it needs.
   * @param place an empty folder, in which it gets one
   * @param npmrc the configuration of npm, by which it finds our packages
   */
  static async begin(application: Application, place: string, npmrc: string): Promise<Project> {
    const ports = new Map<string, number>()
    for (const port of documented) ports.set(String(port), await freePort())
    const project = new Project(join(place, 'reader'), npmrc, ports)
    await project.#make(application)
    project.#takePorts()
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

  /** By the real command, or from the files that it has here. */
  async #make({ name, isMade, shown }: Application): Promise<void> {
    const place = dirname(this.folder)
    if (isMade) return this.run(`npm create waraq@latest reader -- --template ${name}`, place)
    cpSync(join(apps, name), this.folder, { recursive: true })
    for (const [path, text] of Object.entries(shown())) this.#write(path, text)
    await this.run('npm install --no-audit --no-fund')
  }

  /** Free ports, in the application's files and for the sandbox that its commands start. */
  #takePorts(): void {
    for (const path of this.#files())
      this.#write(path, this.here(readFileSync(join(this.folder, path), 'utf8')))
    const origins = ofPages.map((port) => `--origin http://localhost:${port}`).join(' ')
    const sandbox = this.here(`waraq-sandbox --port 4600 --relay-port 8787 ${origins} --`)
    const manifest = readFileSync(join(this.folder, 'package.json'), 'utf8')
    this.#write('package.json', manifest.replaceAll('waraq-sandbox --', sandbox))
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
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
    const { scripts } = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    return script in scripts
  }

  /** Runs a command to its end. */
  async run(command: string, folder = this.folder): Promise<void> {
    const { child, said } = this.#spawn(command, folder)
    const [status] = await once(child, 'close')
    if (status !== 0) throw new Error(`${command} failed in ${folder}\n${said()}`)
  }

  /** Starts a command that goes on, and waits until it answers. */
  async start(address: string, command: string): Promise<void> {
    const { child, said } = this.#spawn(command, this.folder)
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

  /** Ends what was started, with all that it started, as Ctrl-C does in a terminal. */
  async stop(): Promise<void> {
    const running = this.#running.splice(0).filter(({ exitCode }) => exitCode === null)
    const ends = running.map((child) => once(child, 'close'))
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGINT')
    await Promise.all(ends)
  }

  /** As a document shows the command. */
  #spawn(shown: string, folder: string): { readonly child: ChildProcess; readonly said: () => string } {
    const [command = '', ...words] = this.here(shown).split(' ')
    const child = spawn(command, words, {
      cwd: folder,
      env: {
        ...plainEnvironment,
        NPM_CONFIG_USERCONFIG: this.#npmrc,
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
