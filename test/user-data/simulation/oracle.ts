import type { Effect } from './service.ts'
import { users, type User } from './commands.ts'
import type { Names } from './names.ts'
import { chapterOf, placeOf, type State, type View, type Whose } from './view.ts'
import { TimeRead } from './time-read.ts'
import { Violation } from './violation.ts'

/** A person's mutation of one item. */
interface Done {
  readonly device: number
  whose: Whose
  readonly label: string
  /** The deleted collection, if a member is deleted with it: the member stays if the collection does. */
  readonly goesWith?: string
  readonly desired: string | null
  /** The value that the tab showed before. */
  readonly before: string | null
  readonly at: number
  /** Whether its promise has resolved. Otherwise it may or may not have happened. */
  resolved: boolean
  /**
   * Another device had changed the item, and the person restored the value that they saw before. The other device's value
   * may win.
   */
  undone: boolean
  /** The account has left the device since: its views start again. */
  left: boolean
}

/** A change at the service. */
interface Change {
  readonly device: number
  readonly user: User
  readonly label: string
  readonly value: string | null
  readonly at: number
  /** The path of the operations about this item only; undefined for a push. */
  readonly path: string | undefined
}

const minute = 60_000
/** The service reports its time in seconds, and devices correct their clocks by it from a difference of two seconds on. */
const clockMs = 5_000

function operationOf({ method, path, answer, isOnTop }: Effect): string | undefined {
  if (isOnTop) return undefined
  const made = (answer as { readonly data?: { readonly id?: string } }).data?.id
  return method === 'POST' ? `${path}/${made}` : path.split('?')[0]
}

/** Labels for which the later change by clock wins. For all others, the order of arrival decides. */
const isTimed = (label: string) => label === 'place' || /^(collection|reading)\|/.test(label)
const isNote = (label: string) => label.startsWith('note|')

/** A person who deletes a collection discards everything in it, including unseen items of another device. */
const isAbout = (done: Done, label: string) =>
  done.label === label ||
  (done.desired === null && label.startsWith(`${done.label.replace(/^collection/, 'member')}|`))

/**
 * Judges a history by what people did, what tabs showed and what was done at the service. It does not use pending changes,
 * rows or decisions.
 */
export class Oracle {
  readonly #names: Names
  readonly #done: Done[] = []
  readonly #changes: Change[] = []
  /**
   * Items whose mutation was interrupted, or was so close to another device's that the outcome is undecidable: any result is
   * allowed.
   */
  readonly #open = new Set<string>()
  /** Items that were blocked and that people have decided about. Texts that they did not give up must exist. */
  readonly #decided = new Set<string>()
  /** Texts that no mutation has replaced, by text. */
  readonly #texts = new Map<string, { readonly device: number; whose: Whose }>()
  readonly #ids = new Map<string, string>()
  /** The state of the service, derived from the effects. */
  readonly #service = new Map<string, string>()
  readonly #noteReads: (path: string, device: number) => number
  /** A device's clock was set, so its times cannot be compared. */
  jumped = false
  /** The service refused a change that it could have accepted. */
  refused = false
  readonly time = new TimeRead()
  checks = 0

  constructor(names: Names, lastRead: (path: string, device: number) => number) {
    this.#names = names
    this.#noteReads = lastRead
  }

  // What people do

  begins(done: Omit<Done, 'resolved' | 'left' | 'undone'>): Done {
    const record = { ...done, resolved: false, left: false, undone: this.#isUndone(done) }
    this.#done.push(record)
    return record
  }

  #isUndone({ device, whose, label, desired }: Omit<Done, 'resolved' | 'left' | 'undone'>): boolean {
    const last = this.#changes.findLast((change) => change.user === whose && change.label === label)
    if (!last || last.device === device) return false
    const own = this.#changes.findLast((change) => change.label === label && change.device === device)
    const chain = this.#done.filter(
      (done) =>
        done.label === label && done.whose === whose && done.device === device && done.at > (own?.at ?? -1),
    )
    return chain[0]?.before === desired
  }

  /** The mutation is on the disk. */
  resolves(done: Done): void {
    done.resolved = true
    if (!isNote(done.label)) return
    if (done.before !== null) this.#texts.delete(done.before)
    if (done.desired !== null) this.#texts.set(done.desired, { device: done.device, whose: done.whose })
  }

  /** The mutation was refused: nothing of it may be stored. */
  fails(done: Done): void {
    this.#done.splice(this.#done.indexOf(done), 1)
  }

  /**
   * A person decides about a blocked change. Texts that they gave up are no longer missed. A person who wants a verse in a
   * deleted collection (`keeps`) may get the collection back.
   */
  decides(
    whose: Whose,
    label: string,
    keeps: boolean,
    givenUp: readonly (string | null | undefined)[],
  ): void {
    this.#decided.add(`${whose}/${label}`)
    if (keeps && label.startsWith('member|')) this.#decided.add(`${whose}/collection|${label.split('|')[1]}`)
    for (const text of givenUp) if (text) this.#texts.delete(text)
  }

  /** An application of the service changed the item. Whatever people meant, all devices show the service's value. */
  opens(user: User, label: string): void {
    this.#open.add(`${user}/${label}`)
  }

  /** The device's own data are taken along to an account. */
  takes(device: number, user: User, isWhole: boolean): void {
    this.time.takes(device, user, isWhole)
    for (const done of this.#done) {
      if (done.device !== device || done.whose !== null) continue
      done.whose = user
      // A value that a device had set and removed before says nothing about the account's data.
      done.undone ||= done.desired === null
      // An interrupted mutation may have been taken, or may still be taken later.
      if (!isWhole) this.#open.add(`${user}/${done.label}`)
    }
    for (const text of this.#texts.values())
      if (text.device === device && text.whose === null) text.whose = user
  }

  /** An account leaves a device. */
  leaves(device: number, user: User, how: 'keep' | 'drop' | 'unknown'): void {
    this.time.leaves(user)
    for (const done of this.#done) {
      if (done.device !== device || done.whose !== user) continue
      done.left = true
      if (how !== 'keep') this.#open.add(`${user}/${done.label}`)
    }
    if (how === 'keep') return
    for (const [text, { device: of, whose }] of this.#texts)
      if (
        of === device &&
        whose === user &&
        !this.#at(user, `note|${this.#names.lineageOf(text)}`).includes(text)
      )
        this.#texts.delete(text)
  }

  /** The member of a deleted collection: by the service's id, otherwise the last one with this verse. */
  memberWithout(collectionId: string, verse: string): string {
    const lineage = this.#ids.get(collectionId)
    if (lineage !== undefined) return `member|${lineage}|${verse}`
    return (
      this.#done.findLast(({ label }) => label.startsWith('member|') && label.endsWith(`|${verse}`))?.label ??
      ''
    )
  }

  // What happens at the service

  effect(effect: Effect): void {
    const { user, device, at } = effect
    const reported = JSON.stringify(effect.body ?? '')
    for (const other of users)
      if (
        other !== user &&
        (reported.includes(other) || reported.includes(`"key":${chapterOf(other)},"verse`))
      )
        throw new Violation(
          'V9',
          `${effect.method} ${effect.path} of ${user} has what is of ${other}: ${reported}`,
        )
    this.time.effect(effect)
    for (const [label, value] of this.#changesOf(effect)) {
      const key = `${user}/${label}`
      if (isNote(label)) this.#checkNote(effect, key, label, value)
      if (label === 'place') this.#checkPlace(effect, value!)
      this.#changes.push({ device, user, label, value, at, path: operationOf(effect) })
      if (value === null) this.#service.delete(key)
      else if (!isNote(label)) this.#service.set(key, value)
    }
  }

  #at(user: User, label: string): string[] {
    return (this.#service.get(`${user}/${label}`) ?? '').split('\n')
  }

  /**
   * V3: no two notes have the same text. Also detects whether two devices' changes were so close that the outcome is
   * undecidable.
   */
  #checkNote(
    { method, path, device, at, isOnTop }: Effect,
    key: string,
    label: string,
    text: string | null,
  ): void {
    const there = (this.#service.get(key) ?? '').split('\n').filter((each) => each !== '')
    const former = method === 'POST' ? undefined : this.#ids.get(`text ${path}`)
    if (text !== null && text !== former && there.includes(text))
      throw new Violation('V3', `a second note of the text "${text}"`)
    const next = there.filter((each) => each !== former)
    if (text !== null) next.push(text)
    this.#service.set(key, next.join('\n'))
    this.#ids.set(`text ${path}`, text ?? '')
    if (isOnTop) return
    const looked = this.#noteReads(path, device)
    const isClose = this.#changes.some(
      (change) => change.label === label && change.device !== device && change.at >= looked,
    )
    if (former !== undefined && isClose && at - looked < 3 * minute) this.#open.add(key)
  }

  /** V16: the reading place is never older after a delivery than before. */
  #checkPlace({ user, device, path, isOnTop }: Effect, value: string): void {
    const former = this.#changes.findLast(({ user: of, label }) => of === user && label === 'place')
    if (!former || this.jumped || (!isOnTop && this.#noteReads(path, device) < former.at)) return
    const read = this.#timesOf(user, device, value)
    const readBefore = this.#timesOf(user, former.device, former.value)
    if (Math.max(...read) < Math.min(...readBefore) - clockMs)
      throw new Violation('V16', `the place ${value} of device ${device} was older than ${former.value}`)
  }

  #timesOf(user: User, device: number, value: string | null): number[] {
    const mutations = this.#done.filter(
      ({ label, desired, whose }) => label === 'place' && desired === value && whose === user,
    )
    return mutations.filter((done) => done.device === device).map(({ at }) => at)
  }

  /** The changes of an effect, by label. */
  #changesOf({ method, path, body, answer }: Effect): [string, string | null][] {
    const [, area, id, part] = path.split('?')[0]!.split('/').slice(1)
    const asked = (body ?? {}) as Readonly<Record<string, string>>
    const { key, verseNumber, name = '', isReading, body: text = '', chapterNumber, value = null } = asked
    const verse = `${key}:${verseNumber}`
    const on = method === 'DELETE' ? null : 'on'
    const made = (answer as { readonly data?: { readonly id?: string } }).data?.id
    switch (area) {
      case 'collections': {
        if (part !== undefined)
          return [[id === '__default__' ? `favorite|${verse}` : `member|${this.#ids.get(id!)}|${verse}`, on]]
        if (id === undefined) this.#ids.set(made!, String(this.#names.lineageOf(name)))
        const lineage = this.#ids.get(id ?? made!)
        const collection: [string, string | null] = [
          `collection|${lineage}`,
          method === 'DELETE' ? null : name,
        ]
        if (method !== 'DELETE') return [collection]
        const inside = [1, 2, 3].flatMap((each) =>
          [2, 3, 4].map((chapter): [string, null] => [`member|${lineage}|${chapter}:${each}`, null]),
        )
        return [collection, ...inside]
      }
      case 'notes': {
        if (id === undefined) {
          this.#ids.set(`text /v1/notes/${made}`, text)
          return [[`note|${this.#names.lineageOf(text)}`, text]]
        }
        const former = this.#ids.get(`text /v1/notes/${id}`)!
        return [[`note|${this.#names.lineageOf(former)}`, method === 'DELETE' ? null : text]]
      }
      case 'bookmarks': {
        if (method === 'DELETE') return [[this.#ids.get(id!) ?? 'nothing', null]]
        if (isReading !== undefined) return [['reading', isReading ? verse : null]]
        this.#ids.set(made!, `page|${key}`)
        return [[`page|${key}`, 'on']]
      }
      case 'reading-bookmarks':
        return [[`reading|${id}`, method === 'DELETE' ? null : placeOf(asked)]]
      case 'activity-days':
        return []
      case 'reading-sessions':
        return [['place', `${chapterNumber}:${verseNumber}`]]
      default:
        return [['setting', value]]
    }
  }

  // What tabs show

  /** V1 and V4: a person's mutation is shown on their device, unless another device has changed the item since. */
  shows(device: number, { whose, state, blocked }: View): void {
    this.checks += 1
    for (const [label, done] of this.#lastOf(whose, device)) {
      if (!done.resolved || done.left || this.#isOpen(whose, label) || this.#isContested(whose, done))
        continue
      const shown = state.get(label) ?? null
      if (shown !== done.desired && !this.#dependsOnWhatIsGone(whose, label, blocked))
        throw new Violation(
          shown === null ? 'V1' : 'V4',
          `device ${device} shows ${label} of ${whose} as ${shown}, and ${done.desired} was wanted at ${done.at}`,
        )
    }
    const isAlone = !this.#changes.some((change) => change.user === whose && change.device !== device)
    if (blocked.length > 0 && isAlone && !this.refused)
      throw new Violation('V2', `nobody refused or changed it, and it is held: ${JSON.stringify(blocked)}`)
  }

  /** A verse for a collection that another device had deleted, unseen: it is shown as blocked. */
  #dependsOnWhatIsGone(whose: Whose, label: string, blocked: View['blocked']): boolean {
    const [kind, lineage, verse] = label.split('|')
    if (kind !== 'member') return false
    const last = this.#changes.findLast(
      (change) => change.user === whose && change.label === `collection|${lineage}`,
    )
    const isBlocked = blocked.some(
      ({ why, kind: of, target }) =>
        why === 'depends' && of === 'member' && `${target?.key}:${target?.verseNumber}` === verse,
    )
    return last?.value === null && isBlocked
  }

  /** The last mutation of each item. If it has not resolved, it may or may not have happened. */
  #lastOf(whose: Whose, device: number): Map<string, Done> {
    const last = new Map<string, Done>()
    for (const done of this.#done)
      if (done.whose === whose && done.device === device) last.set(done.label, done)
    return last
  }

  #isOpen(whose: Whose, label: string): boolean {
    const [kind, lineage] = label.split('|')
    if (kind === 'member' && this.#isOpen(whose, `collection|${lineage}`)) return true
    return this.#open.has(`${whose}/${label}`) || this.#decided.has(`${whose}/${label}`)
  }

  /** Whether another device has changed the item since, at the service. */
  #isContested(whose: Whose, { device, label, goesWith, at, undone, before }: Done): boolean {
    if (undone || (label === 'reading' && this.#isBeside(whose, device, before))) return true
    if (isTimed(goesWith ?? label) && this.jumped) return true
    if (isNote(label) && this.#isUnrecognised(whose, device, label)) return true
    return this.#changes.some(
      (change) =>
        change.user === whose &&
        (change.label === label || change.label === goesWith) &&
        change.device !== device &&
        change.at >= (isTimed(change.label) ? at - clockMs : at),
    )
  }

  /**
   * The answer to a note that was created here was lost, and another device changed the note before this one read it. The
   * operations report nothing by which it could be recognised. It becomes an additional note here, and no text is lost.
   */
  #isUnrecognised(whose: Whose, device: number, label: string): boolean {
    const made = this.#changes.find(({ user, label: of }) => user === whose && of === label)
    if (made?.path === undefined || made.device !== device) return false
    const later = this.#changes.filter((change) => change !== made && change.path === made.path)
    const isAlien = later.length > 0 && later.every(({ device: of }) => of !== device)
    return isAlien && this.#noteReads(made.path, device) < 0
  }

  /** A reading bookmark only replaces one that the person saw. An unseen one of another device stays in addition. */
  #isBeside(whose: Whose, device: number, before: string | null): boolean {
    const remote = this.#changes.findLast(
      (change) => change.user === whose && change.label === 'reading' && change.device !== device,
    )?.value
    return remote != null && !(before ?? '').split('\n').includes(remote)
  }

  // The end

  /** V2, V3 and V8: the service has what people meant, once, and everything that they wrote. */
  ends(user: User, state: State): void {
    const labels = new Set([
      ...state.keys(),
      ...this.#done.filter(({ whose }) => whose === user).map((done) => done.label),
    ])
    for (const label of labels) {
      const mutations = this.#done.filter((done) => done.whose === user && isAbout(done, label))
      const value = state.get(label) ?? null
      if (this.#isOpen(user, label)) continue
      const allowed = this.#allowed(user, mutations)
      if (!allowed.has(value) && !this.#isJoined(value, allowed))
        throw new Violation(
          'V2',
          `${label} of ${user} is ${value} at the service, and not ${[...allowed].join(' or ')}`,
        )
    }
    for (const [text, { whose }] of this.#texts) {
      if (whose !== user) continue
      const label = `note|${this.#names.lineageOf(text)}`
      if (!this.#open.has(`${user}/${label}`) && !(state.get(label) ?? '').split('\n').includes(text))
        throw new Violation('V8', `the text "${text}" is lost`)
    }
  }

  /** For notes both texts may have been kept. */
  #isJoined(value: string | null, allowed: ReadonlySet<string | null>): boolean {
    return value !== null && value.split('\n').every((text) => allowed.has(text))
  }

  #allowed(user: User, mutations: readonly Done[]): Set<string | null> {
    const last = mutations.findLast(({ resolved }) => resolved)
    if (!last) return new Set([null, ...mutations.map(({ desired }) => desired)])
    const later = mutations.slice(mutations.indexOf(last) + 1).map(({ desired }) => desired)
    if (!this.#isContested(user, last)) return new Set([last.desired, ...later])
    // Mutations before an account left a device count afterwards like those of another device. Members that were deleted
    // with a collection have their earlier state if the collection stays.
    const devices = new Map<string, Done>()
    for (const done of mutations)
      if (done.resolved) devices.set(`${done.device} ${done.left} ${done.label} ${done.goesWith}`, done)
    return new Set([
      ...[...devices.values()].map(({ desired }) => desired),
      ...later,
      ...mutations.filter((a) => !a.resolved).map((a) => a.desired),
    ])
  }
}
