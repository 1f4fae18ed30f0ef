import type { Effect } from './service.ts'
import { users, type User } from './commands.ts'
import type { Names } from './names.ts'
import { chapterOf, placeOf, type State, type View, type Whose } from './view.ts'
import { TimeRead } from './time-read.ts'
import { Violation } from './violation.ts'

/** What a person did to one thing. */
interface Done {
  readonly device: number
  whose: Whose
  readonly label: string
  /** The collection that is deleted, where a member goes with it: it stays where the collection does. */
  readonly goesWith?: string
  readonly want: string | null
  /** What the tab showed before. */
  readonly before: string | null
  readonly at: number
  /** The promise of it has resolved. Else it may have happened. */
  resolved: boolean
  /** Another device had changed it, and the person took back to what they saw before: theirs may count. */
  undone: boolean
  /** The account has left the device since: its views begin anew. */
  left: boolean
}

/** A change at the service. */
interface Change {
  readonly device: number
  readonly user: User
  readonly label: string
  readonly value: string | null
  readonly at: number
  /** The path of the operations that are about this alone; undefined of a push. */
  readonly path: string | undefined
}

const minute = 60_000
/** The service tells its time in seconds, and devices correct their clocks by it from two seconds on. */
const clockMs = 5_000

function operationOf({ method, path, answer, isOnTop }: Effect): string | undefined {
  if (isOnTop) return undefined
  const made = (answer as { readonly data?: { readonly id?: string } }).data?.id
  return method === 'POST' ? `${path}/${made}` : path.split('?')[0]
}

/** Labels of which the later change counts, by clocks; all others by the order in which changes arrive. */
const isTimed = (label: string) => label === 'place' || /^(collection|reading)\|/.test(label)
const isNote = (label: string) => label.startsWith('note|')

/** Who deletes a collection wants nothing of what is in it, also of what another device has put there unseen. */
const isAbout = (done: Done, label: string) =>
  done.label === label ||
  (done.want === null && label.startsWith(`${done.label.replace(/^collection/, 'member')}|`))

/**
 * Judges a history by what people did, what tabs showed and what was done at the service. It knows nothing of pending changes, rows or
 * decisions.
 */
export class Oracle {
  readonly #names: Names
  readonly #done: Done[] = []
  readonly #changes: Change[] = []
  /** What was broken off, or met so closely that nobody could tell: anything may come of it. */
  readonly #open = new Set<string>()
  /** What people have decided about after it was held. What they did not give up must be there. */
  readonly #decided = new Set<string>()
  /** Texts that nothing has replaced, by text. */
  readonly #texts = new Map<string, { readonly device: number; whose: Whose }>()
  readonly #ids = new Map<string, string>()
  /** What the service has, told by the effects. */
  readonly #service = new Map<string, string>()
  readonly #noteReads: (path: string, device: number) => number
  /** A device whose clock was set tells no times that could be compared. */
  jumped = false
  /** The service refused something that it could have taken. */
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

  #isUndone({ device, whose, label, want }: Omit<Done, 'resolved' | 'left' | 'undone'>): boolean {
    const last = this.#changes.findLast((change) => change.user === whose && change.label === label)
    if (!last || last.device === device) return false
    const own = this.#changes.findLast((change) => change.label === label && change.device === device)
    const chain = this.#done.filter(
      (done) =>
        done.label === label && done.whose === whose && done.device === device && done.at > (own?.at ?? -1),
    )
    return chain[0]?.before === want
  }

  /** The act is on the disk. */
  resolves(done: Done): void {
    done.resolved = true
    if (!isNote(done.label)) return
    if (done.before !== null) this.#texts.delete(done.before)
    if (done.want !== null) this.#texts.set(done.want, { device: done.device, whose: done.whose })
  }

  /** The act was refused: nothing of it may be kept. */
  fails(done: Done): void {
    this.#done.splice(this.#done.indexOf(done), 1)
  }

  /**
   * A person decides about what was held. What they gave up is no longer missed. Who wants a verse in a collection that is
   * gone (`keeps`) may get the collection back.
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

  /** An application of the service changed it: whatever people meant, all devices show what the service has. */
  opens(user: User, label: string): void {
    this.#open.add(`${user}/${label}`)
  }

  /** What the device kept of its own goes along to an account. */
  takes(device: number, user: User, isWhole: boolean): void {
    this.time.takes(device, user, isWhole)
    for (const done of this.#done) {
      if (done.device !== device || done.whose !== null) continue
      done.whose = user
      // What a device kept of its own and took back says nothing of what the account has.
      done.undone ||= done.want === null
      // What was broken off may have been taken, or may still be to come.
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

  /** The member of a collection that is gone: by the service's id, or else the last one of this verse. */
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
    const told = JSON.stringify(effect.body ?? '')
    for (const other of users)
      if (other !== user && (told.includes(other) || told.includes(`"key":${chapterOf(other)},"verse`)))
        throw new Violation(
          'V9',
          `${effect.method} ${effect.path} of ${user} has what is of ${other}: ${told}`,
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

  /** V3: no two notes of one text. And whether two devices met so closely that nobody could tell. */
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

  /** V16: the place is never older after a delivery than before. */
  #checkPlace({ user, device, path, isOnTop }: Effect, value: string): void {
    const former = this.#changes.findLast(({ user: of, label }) => of === user && label === 'place')
    if (!former || this.jumped || (!isOnTop && this.#noteReads(path, device) < former.at)) return
    const read = this.#timesOf(user, device, value)
    const readBefore = this.#timesOf(user, former.device, former.value)
    if (Math.max(...read) < Math.min(...readBefore) - clockMs)
      throw new Violation('V16', `the place ${value} of device ${device} was older than ${former.value}`)
  }

  #timesOf(user: User, device: number, value: string | null): number[] {
    const acts = this.#done.filter(
      ({ label, want, whose }) => label === 'place' && want === value && whose === user,
    )
    return acts.filter((done) => done.device === device).map(({ at }) => at)
  }

  /** What an effect changes, by label. */
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

  /** V1 and V4: what a person did is shown on their device, unless another device has changed it since. */
  shows(device: number, { whose, state, blocked }: View): void {
    this.checks += 1
    for (const [label, done] of this.#lastOf(whose, device)) {
      if (!done.resolved || done.left || this.#isOpen(whose, label) || this.#isContested(whose, done))
        continue
      const shown = state.get(label) ?? null
      if (shown !== done.want && !this.#dependsOnWhatIsGone(whose, label, blocked))
        throw new Violation(
          shown === null ? 'V1' : 'V4',
          `device ${device} shows ${label} of ${whose} as ${shown}, and ${done.want} was wanted at ${done.at}`,
        )
    }
    const isAlone = !this.#changes.some((change) => change.user === whose && change.device !== device)
    if (blocked.length > 0 && isAlone && !this.refused)
      throw new Violation('V2', `nobody refused or changed it, and it is held: ${JSON.stringify(blocked)}`)
  }

  /** A verse for a collection that another device had deleted, unseen: it is shown as held. */
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

  /** The last act on each thing: a resolved one, unless one came later that may have happened. */
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

  /** Whether another device has changed it since, at the service. */
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
   * The answer to a note that was made here was lost, and another device changed the note before this one looked: the operations
   * tell nothing by which it could be known again. It is one more note here, and no text is lost.
   */
  #isUnrecognised(whose: Whose, device: number, label: string): boolean {
    const made = this.#changes.find(({ user, label: of }) => user === whose && of === label)
    if (made?.path === undefined || made.device !== device) return false
    const later = this.#changes.filter((change) => change !== made && change.path === made.path)
    const isAlien = later.length > 0 && later.every(({ device: of }) => of !== device)
    return isAlien && this.#noteReads(made.path, device) < 0
  }

  /** Marks of where one reads replace only what is seen: that of another device, which was not, stands beside. */
  #isBeside(whose: Whose, device: number, before: string | null): boolean {
    const theirs = this.#changes.findLast(
      (change) => change.user === whose && change.label === 'reading' && change.device !== device,
    )?.value
    return theirs != null && !(before ?? '').split('\n').includes(theirs)
  }

  // The end

  /** V2, V3 and V8: the service has what people meant, once, and all that they wrote. */
  ends(user: User, state: State): void {
    const labels = new Set([
      ...state.keys(),
      ...this.#done.filter(({ whose }) => whose === user).map((done) => done.label),
    ])
    for (const label of labels) {
      const acts = this.#done.filter((done) => done.whose === user && isAbout(done, label))
      const value = state.get(label) ?? null
      if (this.#isOpen(user, label)) continue
      const allowed = this.#allowed(user, acts)
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

  /** Of notes both texts may have been kept. */
  #isJoined(value: string | null, allowed: ReadonlySet<string | null>): boolean {
    return value !== null && value.split('\n').every((text) => allowed.has(text))
  }

  #allowed(user: User, acts: readonly Done[]): Set<string | null> {
    const last = acts.findLast(({ resolved }) => resolved)
    if (!last) return new Set([null, ...acts.map(({ want }) => want)])
    const later = acts.slice(acts.indexOf(last) + 1).map(({ want }) => want)
    if (!this.#isContested(user, last)) return new Set([last.want, ...later])
    // What an account did before it left a device is to it afterwards as what another device did. What went with a collection
    // is as it was before where the collection stays.
    const devices = new Map<string, Done>()
    for (const done of acts)
      if (done.resolved) devices.set(`${done.device} ${done.left} ${done.label} ${done.goesWith}`, done)
    return new Set([
      ...[...devices.values()].map(({ want }) => want),
      ...later,
      ...acts.filter((a) => !a.resolved).map((a) => a.want),
    ])
  }
}
