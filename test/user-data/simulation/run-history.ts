import { isDeep } from '@waraq/test-support/runs'
import { seeded, type Random } from '@waraq/test-support/random'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { countTasks, settle as settleTasks, watchTasks } from '../../simulation/world/tasks.ts'
import { meant, type Fresh, type Meant } from './mutations.ts'
import {
  deviceCount,
  tabCount,
  users,
  type UserMutation,
  type Command,
  type History,
  type User,
} from './commands.ts'
import { Device, Tab } from './device.ts'
import { Names } from './names.ts'
import { Oracle } from './oracle.ts'
import { foreign } from './foreign.ts'
import { pretendBrowser } from './browser.ts'
import { Backend } from './service.ts'
import { chapterOf, serviceState, viewOf, whoseOf, type View } from './view.ts'
import { doubtMs } from '../../../packages/waraq/src/user/deliver/doubts.ts'
import { Violation } from './violation.ts'

/** The events of a history, for counting and for comparing two runs of it. */
export interface Reported {
  readonly trace: readonly string[]
  readonly requests: number
  readonly effects: number
  /** The number of these changes that arrived by the feed. */
  readonly pushed: number
  readonly checks: number
  readonly mutations: number
  readonly blocked: number
  /** The number of devices that had delivered everything within seconds of the return of their network. */
  readonly prompt: number
  readonly crashed: boolean
  /** The permanent changes of the first device before the ending. */
  readonly steps: readonly string[]
  /** Faults that struck a request. */
  readonly struck: number
  /** The data of each account at the service in the end, which each device shows as well. */
  readonly end: string
}

const minute = 60_000
/** V14: waiting changes are under way within this number of milliseconds of the return of the network. */
const promptMs = 3_000
/** No history takes more. Only a loop of requests or timers does. */
const mostSteps = 30_000

/** Runs a history and its ending without faults. Rejects with the violation and the trace. */
export async function runHistory(history: History): Promise<Reported> {
  countTasks()
  // Each aborted request creates an error whose stack is never read. Collecting stacks takes a third of a history's time.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const browser = pretendBrowser()
  const run = new Run(history)
  try {
    return await run.live(history.commands, browser.comeBack)
  } catch (error) {
    const reported = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Error(`${reported}\nTrace:\n${run.trace.join('\n')}`, { cause: error })
  } finally {
    await run.close()
    browser.end()
    Error.stackTraceLimit = stackTraceLimit
  }
}

class Run {
  readonly trace: string[] = []
  /** Whether the ordered crash has struck. */
  crashed = false
  readonly #clock = new VirtualClock()
  readonly #random: Random
  readonly #backend: Backend
  readonly #names = new Names()
  readonly #oracle: Oracle
  readonly #devices: Device[]
  readonly #tabs: Tab[][]
  /** All tabs and workers that were ever opened. */
  readonly #opened: Tab[] = []
  /** Accounts that people signed out of a device. */
  readonly #leaving: Set<User>[] = [new Set(), new Set()]
  /** Accounts that left a device while their waiting changes were kept. */
  readonly #kept: Set<User>[] = [new Set(), new Set()]
  #steps = 0
  #mutations = 0
  #held = 0
  #prompt = 0
  #broken: Violation | undefined
  #hurry: () => void = () => undefined

  constructor({ seed, signedIn, transport, reading }: History) {
    this.#random = seeded(seed)
    const form = transport === 'feed' ? reading : 'flag'
    const backend = (this.#backend = new Backend(this.#clock, this.#random, signedIn, transport, form))
    this.#oracle = new Oracle(
      this.#names,
      (path, device) =>
        backend.reads.findLast((read) => read.device === device && read.path.startsWith(path))?.at ?? -1,
    )
    backend.onEffect = (effect) => {
      this.#tell(
        `  effect of ${effect.device}: ${effect.method} ${effect.path} ${JSON.stringify(effect.body ?? null)}`,
      )
      this.#guard(() => this.#oracle.effect(effect))
    }
    backend.onSignOut = (device, user) => {
      this.#tell(`  sign-out of ${user} on ${device}`)
      this.#guard(() => {
        if (!this.#leaving[device]!.has(user))
          throw new Violation('V9', `device ${device} signs out ${user}, who did not leave it`)
      })
    }
    this.#devices = Array.from(
      { length: deviceCount },
      (_, index) => new Device(index, this.#clock, backend, this.#random),
    )
    this.#tabs = this.#devices.map(() => [])
  }

  async live(commands: readonly Command[], hurry: () => void): Promise<Reported> {
    this.#hurry = hurry
    for (const device of this.#devices) for (let tab = 0; tab < tabCount; tab++) this.#open(device.index, tab)
    await this.#pass(1_000)
    for (const { steps } of this.#devices) steps.length = 0
    for (const command of commands) {
      this.#tell(`${this.#clock.elapsed} ${JSON.stringify(command)}`)
      await this.#perform(command)
      await this.#settle()
      await this.#look('device' in command ? command.device : 0)
    }
    const steps = [...this.#devices[0]!.steps]
    const end = await this.#heal()
    const { requests, effects, struck } = this.#backend
    const { checks } = this.#oracle
    return {
      trace: this.trace,
      requests,
      effects: effects.length,
      pushed: effects.filter(({ isOnTop }) => isOnTop).length,
      checks,
      mutations: this.#mutations,
      blocked: this.#held,
      prompt: this.#prompt,
      crashed: this.crashed,
      steps,
      struck,
      end,
    }
  }

  async close(): Promise<void> {
    watchTasks(null)
    // Live queries of tabs that died would otherwise follow all later histories of this process.
    for (const tab of this.#opened) tab.close()
    await settleTasks()
  }

  #tell(line: string): void {
    this.trace.push(line)
  }

  /** Violations in code that is not awaited are thrown at the next step. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#broken ??= error as Violation
    }
  }

  #check(): void {
    if (this.#broken) throw this.#broken
    const broken = this.#devices.flatMap((device) => device.broken)[0]
    if (broken) throw broken
  }

  async #settle(): Promise<void> {
    do await settleTasks()
    while (this.#backend.working > 0)
    await settleTasks()
    this.#check()
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#clock.elapsed + ms
    await this.#settle()
    while (this.#clock.step(until)) {
      if ((this.#steps += 1) > mostSteps) throw new Violation('V7', `more than ${mostSteps} timers`)
      await this.#settle()
    }
    this.#clock.elapsed = until
  }

  #open(device: number, tab: number): void {
    this.#opened.push((this.#tabs[device]![tab] = new Tab(this.#devices[device]!, `${device}.${tab}`)))
  }

  /** A tab that answers. If the tab is dead, another is opened in its place. */
  #tab(device: number, tab: number): Tab {
    const there = this.#tabs[device]![tab]!
    if (there.state === 'dead') this.#open(device, tab)
    return this.#tabs[device]![tab]!
  }

  /** Waits, without time passing, for the work of a living tab. Undefined if it was refused or needs time to end. */
  async #now<T>(work: Promise<T>): Promise<T | undefined> {
    let result: T | undefined
    work.then(
      (value) => (result = value),
      (error: unknown) => {
        this.#failed(error)
        this.#tell(`  ${String(error)}`)
      },
    )
    await this.#settle()
    return result
  }

  async #perform(command: Command): Promise<void> {
    switch (command.do) {
      case 'mutate':
        return this.#mutate(this.#tab(command.device, command.tab), command.what)
      case 'pass':
        return this.#pass(command.ms)
      case 'fault':
        if (command.fault === 'refused') this.#oracle.refused = true
        return void this.#backend.faults[command.device]!.push(command)
      case 'network':
        this.#backend.online[command.device] = command.online
        return this.#hurry()
      case 'kill':
        return this.#killLater(this.#tabs[command.device]![command.tab]!, command.tasks)
      case 'spare':
        return this.#spare()
      case 'crash':
        return this.#crashAt(this.#devices[command.device]!, command.step, command.power)
      case 'freeze':
        return this.#tab(command.device, command.tab).freeze()
      case 'thaw':
        return this.#tab(command.device, command.tab).thaw()
      case 'close':
        return this.#tab(command.device, command.tab).close()
      case 'refresh':
        return void this.#tab(command.device, command.tab).user.refresh().catch(this.#failed)
      case 'worker':
        return this.#work(command.device)
      case 'sign-in':
        return this.#signIn(command.device, command.user, command.take)
      case 'leave':
        return this.#leave(command.device, this.#tab(command.device, command.tab), command.waiting)
      case 'expire':
        this.#backend.sessions[command.device] = null
        return
      case 'session':
        this.#backend.sessions[command.device] = command.user
        return
      case 'scope':
        // Operations have one reading bookmark. It is not the first slot if the feed reports both.
        if (!this.#backend.hasSlots) this.#backend.transport = command.transport
        return
      case 'foreign':
        for (const label of await foreign(this.#backend, command, this.#clock.now()))
          this.#oracle.opens(command.user, label)
        return
      case 'jump':
        this.#devices[command.device]!.ahead += command.ms
        this.#oracle.jumped = true
        return
      case 'resolve':
        return this.#resolve(this.#tab(command.device, command.tab), command.chosen)
    }
  }

  /** V13: errors contain nothing that people wrote. */
  readonly #failed = (error: unknown): void => {
    const reported = `${String((error as Error).stack)} ${JSON.stringify(error)}`
    if (reported.includes('secret')) this.#guard(() => this.#fail('V13', reported))
  }

  #fail(promise: string, what: string): never {
    throw new Violation(promise, what)
  }

  #killLater(tab: Tab, tasks: number): void {
    let left = tasks
    watchTasks(() => {
      left -= 1
      if (left > 0) return
      watchTasks(null)
      this.crashed = true
      this.#tell(`  ${tab.name} dies`)
      tab.kill()
    })
  }

  /** The tab that has just taken this step dies. With `power`, all tabs of the device do. */
  #crashAt(device: Device, step: number, power: boolean): void {
    let left = step
    device.onStep = (tab) => {
      left -= 1
      if (left !== 0) return
      this.crashed = true
      this.#tell(`  ${tab.name} dies${power ? ', and all with it' : ''}`)
      tab.kill()
      if (power) for (const each of this.#tabs[device.index]!) each.kill()
    }
  }

  #spare(): void {
    watchTasks(null)
    for (const device of this.#devices) device.onStep = () => undefined
  }

  async #work(device: number): Promise<void> {
    const worker = new Tab(this.#devices[device]!, `${device}.worker`)
    this.#opened.push(worker)
    void worker.user.outbox.deliver().catch(this.#failed)
    await this.#pass(3_000)
    worker.close()
  }

  async #mutate(tab: Tab, what: UserMutation): Promise<void> {
    const view = await this.#view(tab)
    if (!view || tab.state === 'dead') return
    if (what.change === 'time') return this.#readTime(tab, view, what.seconds)
    const fresh: Fresh = (kind, lineage) => {
      const text = this.#names.make(view.whose, tab.device.index, lineage)
      return { text, label: `${kind}|${this.#names.lineageOf(text)}` }
    }
    const mutate = meant(what, view, tab.user, fresh)
    if (mutate) await this.#begin(tab, view, mutate)
  }

  async #begin(tab: Tab, { whose, state }: View, { label, desired, work }: Meant): Promise<void> {
    const before = state.get(label) ?? null
    // A second tap with the same desired state.
    if (before === desired) return void (await this.#now(work()))
    this.#mutations += 1
    const at = this.#clock.elapsed
    const device = tab.device.index
    const labels = [label]
    // The members of a collection are deleted with it.
    if (label.startsWith('collection|') && desired === null)
      labels.push(...[...state.keys()].filter((each) => each.startsWith(`member|${label.split('|')[1]}|`)))
    const mutations = labels.map((each) => {
      const value = each === label ? desired : null
      return this.#oracle.begins({
        device,
        whose,
        label: each,
        ...(each === label ? {} : { goesWith: label }),
        desired: value,
        before: state.get(each) ?? null,
        at,
      })
    })
    let outcome = 'open'
    work().then(
      () => {
        outcome = 'resolved'
        for (const mutate of mutations) this.#oracle.resolves(mutate)
      },
      (error: unknown) => {
        this.#failed(error)
        outcome = `refused ${String(error)}`
        // In a dead tab no one sees the refusal.
        if (tab.state !== 'dead') for (const mutate of mutations) this.#oracle.fails(mutate)
      },
    )
    await this.#settle()
    this.#tell(`  ${tab.name} as ${whose}: ${label} from ${before} to ${desired}: ${outcome}`)
  }

  async #readTime(tab: Tab, { whose }: View, about: number): Promise<void> {
    this.#mutations += 1
    // No two devices read for equally long. Otherwise neither could tell whose reading an equal increase of the day's sum is.
    const seconds = about - tab.device.index
    const stretch = this.#oracle.time.begins({ device: tab.device.index, whose, seconds })
    // Each device has separate verses, so that its counted time can be identified.
    const verse = `${chapterOf(whose)}:${10 + tab.device.index}`
    const read = tab.user.logReadingTime({ seconds, ranges: [`${verse}-${verse}`] })
    const isRead = await this.#now(read.then(() => (stretch.resolved = true)))
    this.#tell(`  ${tab.name} as ${whose}: ${seconds} s of time read: ${isRead ?? false}`)
  }

  async #view(tab: Tab): Promise<View | undefined> {
    return this.#now(viewOf(tab, this.#names, this.#backend.hasSlots))
  }

  /** V1, V4, V9, V13: what tabs show, and what lies on the disks. */
  async #look(of: number): Promise<void> {
    for (const device of this.#devices) {
      if (device.index !== of && this.#random.int(3) > 0) continue
      const tab = this.#random.pick(this.#tabs[device.index]!)
      if (tab.state !== 'alive') continue
      const view = await this.#view(tab)
      if (view && tab.state === 'alive') this.#oracle.shows(device.index, view)
    }
  }

  async #signIn(device: number, user: User, take: boolean): Promise<void> {
    if (!this.#backend.online[device]) return
    this.#backend.sessions[device] = user
    const tab = this.#tabs[device]!.find(({ state }) => state === 'alive')
    if (!tab) return
    // The tab may die in the meantime, and the check with it.
    void tab.user.account.check().catch(this.#failed)
    await this.#pass(1_000)
    await this.#enter(tab, take)
  }

  async #enter(tab: Tab, take: boolean): Promise<void> {
    const { session } = tab.user.account.get()
    const user = this.#backend.sessions[tab.device.index]
    if (session !== 'unattached' || !user) return
    let entered: boolean | undefined
    void tab.user.account.attach({ take }).then(
      () => {
        entered = true
        // The data that were taken along are delivered a moment later.
        if (take) this.#oracle.takes(tab.device.index, user, true)
      },
      (error: unknown) => {
        entered = false
        this.#failed(error)
      },
    )
    // The request to the backend is given up if it gets no answer. The tab may die in the meantime.
    for (let step = 0; step < 240 && entered === undefined && tab.state === 'alive'; step++)
      await this.#pass(50)
    this.#tell(`  ${tab.name} enters as ${user}, take ${take}: ${entered}`)
    if (take && !entered) this.#oracle.takes(tab.device.index, user, false)
  }

  async #leave(device: number, tab: Tab, waiting: 'deliver' | 'keep' | 'drop'): Promise<void> {
    const whose = whoseOf(tab.user.account.get().account)
    if (whose === null || tab.state !== 'alive') return
    this.#leaving[device]!.add(whose)
    let reported: { readonly waiting: number; readonly left: boolean } | undefined
    tab.user.account.signOut({ waiting }).then((answer) => (reported = answer), this.#failed)
    await this.#pass(15_000)
    this.#tell(`  ${tab.name} leaves ${whose}, ${waiting}: ${JSON.stringify(reported)}`)
    if (reported?.left === false) return
    this.#oracle.leaves(device, whose, reported ? (waiting === 'drop' ? 'drop' : 'keep') : 'unknown')
    if (reported && waiting === 'keep') this.#kept[device]!.add(whose)
    if (!reported || waiting === 'keep') return
    for (const name of this.#devices[device]!.databases)
      if (this.#devices[device]!.textOf(name).includes(`of ${whose}`))
        throw new Violation('V10', `${whose} has left device ${device}, and ${name} is still there`)
  }

  async #resolve(tab: Tab, chosen: 'retry' | 'drop' | 'local' | 'both'): Promise<void> {
    const view = await this.#view(tab)
    const blocked = view?.blocked[0]
    if (!view || !blocked || tab.state !== 'alive') return
    this.#held += 1
    const how = chosen === 'both' && (blocked.kind !== 'note' || blocked.local === null) ? 'local' : chosen
    const textOf = (value: unknown) => (value as { readonly body?: string } | null | undefined)?.body
    const givenUp = how === 'drop' ? [textOf(blocked.local)] : how === 'local' ? [textOf(blocked.remote)] : []
    this.#tell(`  ${tab.name} decides about ${JSON.stringify(blocked)}: ${how}`)
    if (how !== 'retry')
      this.#oracle.decides(view.whose, this.#labelOf(view, blocked), how === 'local', givenUp)
    await this.#now(tab.user.outbox.resolve(blocked.key, how).catch(this.#failed))
  }

  #labelOf({ keys }: View, { key, kind, target, local, remote }: View['blocked'][number]): string {
    const known = [...keys].find(([, each]) => each === key)?.[0]
    if (known !== undefined) return known
    const verse = `${target?.key}:${target?.verseNumber}`
    if (kind === 'member') {
      const owner = decodeURIComponent(key.split('|')[1]!)
      if (owner === 'favorites') return `favorite|${verse}`
      const label = [...keys].find(([, each]) => each === owner)?.[0]
      return label === undefined
        ? this.#oracle.memberWithout(owner.split('|')[1] ?? '', verse)
        : `member|${label.split('|')[1]}|${verse}`
    }
    // It also has a name, which no history sets: null.
    if (kind === 'reading') return this.#backend.hasSlots ? key : kind
    const text = (local ?? remote) as { readonly body?: string; readonly name?: string } | null
    const name = text?.body ?? text?.name
    if (name !== undefined) return `${kind}|${this.#names.lineageOf(name)}`
    if (kind === 'bookmark') return `page|${target?.key}`
    return kind
  }

  /** Everything works from here on, for hours. Then people decide about blocked changes. V2, V7, V8. */
  async #heal(): Promise<string> {
    const { sessions, online, faults } = this.#backend
    this.#spare()
    this.#tell(`${this.#clock.elapsed} all goes well`)
    for (const device of this.#devices) {
      online[device.index] = true
      faults[device.index] = []
    }
    for (const device of this.#devices) {
      for (let index = 0; index < tabCount; index++) this.#tab(device.index, index).thaw()
    }
    await this.#comeBack()
    await this.#pass(2 * minute)
    await this.#pass(2 * minute)
    for (const { index } of this.#devices) {
      const shown = whoseOf(this.#tab(index, 0).user.account.get().account)
      const last = shown ?? sessions[index] ?? 'amina'
      // The shown account comes first: while another is signed in, none of its changes can be delivered.
      for (const user of new Set([last, ...this.#kept[index]!])) await this.#endAs(index, user)
    }
    for (const { index } of this.#devices) {
      void this.#tab(index, 1).user.refresh().catch(this.#failed)
      await this.#pass(2 * minute)
    }
    return this.#judge()
  }

  /**
   * V14: when people come back to a service that works, delivery is under way within seconds. It continues until only
   * blocked changes are left. Changes that may have taken effect although their answer was lost are in doubt for a while
   * first, and the service may have requested a later time.
   */
  async #comeBack(): Promise<void> {
    this.#hurry()
    await this.#pass(promptMs)
    for (const { index } of this.#devices) {
      const tab = this.#tab(index, 0)
      for (let [asked, quietMs] = [-1, 0]; ; await this.#pass(1_000)) {
        const { account, session } = tab.user.account.get()
        const isSignedIn = session === 'signed_in' && whoseOf(account) === this.#backend.sessions[index]
        const view = await this.#view(tab)
        if (!view || !isSignedIn || view.blocked.length > 0) break
        if (view.waiting === 0) {
          this.#prompt += 1
          break
        }
        if (asked !== this.#backend.requests) quietMs = 0
        else if (!/"sent":|"named":true/.test(this.#outboxOf(index)) || (quietMs += 1_000) > doubtMs)
          throw new Violation(
            'V14',
            `device ${index} has ${view.waiting} waiting and asks nothing: ${this.#outboxOf(index)}`,
          )
        asked = this.#backend.requests
      }
    }
  }

  /** Signs in on a device, and waits until everything that it kept of the account is delivered. */
  async #endAs(index: number, user: User): Promise<void> {
    const tab = this.#tab(index, 0)
    const shown = whoseOf(tab.user.account.get().account)
    if (shown !== null && shown !== user) await this.#leave(index, tab, 'deliver')
    for (let tries = 0; tries < 2; tries++) {
      // A sign-out that waited for the network may have come first.
      this.#backend.sessions[index] = user
      this.#hurry()
      await this.#pass(minute)
      await this.#enter(tab, true)
    }
    for (let round = 0; ; round++) {
      await this.#pass(round === 0 ? await this.#firstRest(tab) : 10 * minute)
      const view = await this.#view(tab)
      if (view?.whose !== user) throw new Violation('V7', `device ${index} shows nothing of ${user}`)
      // Changes that depend on a blocked one wait with it.
      if (view.waiting > 0 && (view.blocked.length === 0 || round > 12))
        throw new Violation(
          'V7',
          `device ${index} has ${view.waiting} waiting (${String(tab.user.problem.get())}): ${this.#outboxOf(index)}`,
        )
      if (view.blocked.length === 0 && view.waiting === 0) return
      if (round > 12) throw new Violation('V7', `still held: ${JSON.stringify(view.blocked)}`)
      const chosen = (['retry', 'drop', 'local', 'both'] as const)[this.#random.int(4)]!
      if (view.blocked.length > 0) await this.#resolve(tab, chosen)
    }
  }

  /**
   * How long everything works before people decide: an hour in depth. In `pnpm test` a few minutes if nothing is waiting any
   * more, because that hour is most of a history's cost.
   */
  async #firstRest(tab: Tab): Promise<number> {
    if (isDeep) return 60 * minute
    await this.#pass(5 * minute)
    return (await this.#view(tab))?.waiting === 0 ? 0 : 55 * minute
  }

  #outboxOf(index: number): string {
    const device = this.#devices[index]!
    return device.databases.map((name) => device.textOf(name)).join('\n')
  }

  async #judge(): Promise<string> {
    const ends: string[] = []
    for (const user of users) {
      const state = await serviceState(this.#backend, user, this.#names)
      let uncounted = 0
      for (const { index } of this.#devices)
        for (let tab = 0; tab < tabCount; tab++) {
          const view = await this.#view(this.#tab(index, tab))
          if (view?.whose !== user) continue
          // Tabs of one device share it.
          if (tab === 0) uncounted += view.uncounted
          const [shown, kept] = [view.state, state].map((each) => JSON.stringify([...each].sort()))
          if (shown !== kept)
            throw new Violation(
              'V1',
              `tab ${index}.${tab} shows\n${shown}\nthe service has\n${kept}\nand tells ${String(this.#tab(index, tab).user.problem.get())} ${JSON.stringify(this.#tab(index, tab).user.account.get())}`,
            )
          if (view.waiting > 0) throw new Violation('V7', `tab ${index}.${tab} waits`)
        }
      this.#oracle.ends(user, state)
      this.#oracle.time.ends(user, uncounted)
      ends.push(`${user}: ${JSON.stringify([...state].sort())}`)
    }
    for (const device of this.#devices)
      for (const name of device.databases) {
        if (name.includes('secret') || users.some((user) => name.includes(user)))
          throw new Violation('V13', `a database is named ${name}`)
        const reported = device.textOf(name)
        if (users.every((user) => reported.includes(`of ${user}`)))
          throw new Violation('V9', `${name} has what is of two accounts`)
      }
    return ends.join('\n')
  }
}
