import type { UserMutation, Command, Fault, History, User, TransportName } from './commands.ts'

/**
 * A history that broke a promise once, or in which a certain defect always shows. `pnpm test:deep` runs each with both
 * transports.
 */
export interface KnownHistory {
  /**
   * The transport with which a deliberate defect shows in it. `pnpm test` only runs histories that have one, with that
   * transport.
   */
  readonly brokenBy?: TransportName
  readonly name: string
  readonly history: Omit<History, 'transport'>
}

const mutate = (what: UserMutation, device = 0, tab = 0): Command => ({ do: 'mutate', device, tab, what })
const pass = (ms: number): Command => ({ do: 'pass', ms })
const fault = (kind: Fault, device = 0): Command => ({ do: 'fault', device, fault: kind, of: 'write' })
const network = (online: boolean, device = 0): Command => ({ do: 'network', device, online })
const refresh = (device = 0): Command => ({ do: 'refresh', device, tab: 0 })
const signIn = (user: User, device = 0): Command => ({ do: 'sign-in', device, user, take: true })
const favorite = (on = true): UserMutation => ({ change: 'favorite', verse: 1, on })
const place = (verse: number): UserMutation => ({ change: 'place', verse })

const jump: Command = { do: 'jump', device: 0, ms: 90_000_000 }

/** Long enough that the first changes have been sent. */
const sent = pass(5_000)
const minutes = pass(300_000)

const history = (
  commands: readonly Command[],
  signedIn: History['signedIn'] = ['amina', 'amina'],
): KnownHistory['history'] => ({
  seed: 1,
  signedIn,
  commands,
})

export const knownHistories: readonly KnownHistory[] = [
  ...(['edit', 'erase'] as const).map((what) => ({
    name: `a note whose answer was lost: ${what}`,
    brokenBy: 'operations' as const,
    history: history([fault('after'), mutate({ change: 'write' }), sent, mutate({ change: what, pick: 0 })]),
  })),
  ...(['rename', 'delete'] as const).map((what) => ({
    name: `a collection whose answer was lost: ${what}`,
    brokenBy: 'operations' as const,
    history: history([fault('after'), mutate({ change: 'create' }), sent, mutate({ change: what, pick: 0 })]),
  })),
  {
    name: 'a note whose answer was lost, edited, and that answer is lost, too',
    history: history([
      fault('after'),
      mutate({ change: 'write' }),
      sent,
      mutate({ change: 'edit', pick: 0 }),
      fault('after'),
    ]),
  },
  {
    name: 'a note that was deleted elsewhere is made again once, although the answer is lost',
    brokenBy: 'operations',
    history: history([
      mutate({ change: 'write' }),
      minutes,
      refresh(1),
      sent,
      mutate({ change: 'erase', pick: 0 }, 1),
      minutes,
      mutate({ change: 'edit', pick: 0 }),
      fault('after'),
      minutes,
    ]),
  },
  {
    name: 'an effect that comes after the timeout',
    history: history([
      fault('late'),
      mutate({ change: 'write' }),
      minutes,
      fault('late'),
      mutate(favorite()),
      pass(20_000),
      mutate(favorite(false)),
    ]),
  },
  {
    name: 'a place that is read while the one before is on its way',
    brokenBy: 'operations',
    history: history([mutate(place(1)), pass(1_150), mutate(place(2)), minutes]),
  },
  {
    name: 'a place that is read right after the one before arrived',
    history: history([mutate(place(1)), pass(1_600), mutate(place(2)), minutes]),
  },
  {
    name: 'a place without a network, and another device came back to the one before it later',
    brokenBy: 'feed',
    history: history([
      mutate(place(1)),
      minutes,
      network(false),
      mutate(place(2)),
      minutes,
      mutate(place(3), 1),
      minutes,
      mutate(place(1), 1),
      minutes,
      network(true),
      minutes,
    ]),
  },
  {
    name: 'a place of the day before sign-in, and another device read on since',
    brokenBy: 'operations',
    history: history(
      [mutate(place(1)), pass(600_000), mutate(place(2), 1), minutes, signIn('amina'), minutes],
      [null, 'amina'],
    ),
  },
  {
    name: 'the feed is allowed no more, and the answer to a push that says so is cut',
    history: history([
      fault('garbage'),
      { do: 'scope', transport: 'operations' },
      mutate({ change: 'create' }),
      minutes,
    ]),
  },
  {
    name: 'a note whose answer never came, on a device whose clock is a day ahead and never heard the time',
    history: history([jump, fault('hang'), mutate({ change: 'write' }), pass(1_500_000)]),
  },
  {
    name: 'a reading mark that moves on while the one before may still take effect',
    history: history([
      fault('late'),
      mutate({ change: 'reading', verse: 3, on: true }),
      sent,
      mutate({ change: 'reading', verse: 1, on: true }),
      minutes,
    ]),
  },
  {
    name: 'a place that is refused and given up, and another device read on meanwhile',
    history: history([
      { do: 'fault', device: 0, fault: 'refused', of: 'write' },
      mutate(place(1)),
      minutes,
      mutate(place(2), 1),
      minutes,
      refresh(),
      sent,
      { do: 'resolve', device: 0, tab: 0, chosen: 'drop' },
      minutes,
    ]),
  },
  {
    name: 'a collection that is deleted here and renamed there a second later stays with what is in it',
    history: history([
      mutate({ change: 'create', of: 1 }),
      mutate({ change: 'member', verse: 2, on: true, of: 1 }),
      minutes,
      refresh(1),
      sent,
      network(false),
      mutate({ change: 'delete', of: 1 }),
      pass(1_100),
      mutate({ change: 'rename', of: 1 }, 1),
      minutes,
      network(true),
      minutes,
    ]),
  },
  {
    name: 'a verse that is put into a collection that is gone elsewhere brings it back, where the person wants that',
    history: history([
      mutate({ change: 'create', of: 1 }),
      minutes,
      refresh(1),
      sent,
      network(false, 1),
      mutate({ change: 'delete', of: 1 }),
      mutate({ change: 'member', verse: 2, on: true, of: 1 }, 1),
      minutes,
      network(true, 1),
      minutes,
      { do: 'resolve', device: 1, tab: 0, chosen: 'local' },
      minutes,
    ]),
  },
  {
    name: 'a sign-out that waited for the network, and another account that came meanwhile',
    brokenBy: 'feed',
    history: history([
      mutate(favorite()),
      minutes,
      network(false),
      { do: 'leave', device: 0, tab: 0, waiting: 'drop' },
      network(true),
      signIn('idris'),
      minutes,
    ]),
  },
  {
    name: 'another account signs in while changes wait',
    brokenBy: 'operations',
    history: history([
      mutate({ change: 'write' }),
      mutate(favorite()),
      { do: 'session', device: 0, user: 'idris' },
      minutes,
    ]),
  },
  {
    name: 'a favorite taken away and set again while it is sent',
    history: history([
      mutate(favorite()),
      pass(1_150),
      mutate(favorite(false)),
      pass(60),
      mutate(favorite()),
      mutate({ change: 'write' }),
    ]),
  },
  {
    name: 'a note that is edited while it is sent',
    history: history([
      mutate({ change: 'write' }),
      pass(1_150),
      mutate({ change: 'edit', pick: 0 }),
      minutes,
    ]),
  },
  {
    name: 'two quick taps that want the same, in two tabs',
    brokenBy: 'feed',
    history: history([mutate(favorite()), mutate(favorite(), 0, 1), minutes]),
  },
  ...[1_030, 1_090, 1_150, 1_210, 1_270].map((ms) => ({
    name: `the tab that sends dies after ${ms} ms`,
    history: history([
      mutate({ change: 'write' }),
      pass(ms),
      { do: 'kill', device: 0, tab: 0, tasks: 1 },
      mutate({ change: 'place', verse: 1 }, 0, 1),
      minutes,
    ]),
  })),
  ...[900, 960, 1_020, 1_080].map((ms) => ({
    name: `a list is read while a favorite is sent, from ${ms} ms on`,
    history: history([
      mutate(favorite()),
      pass(ms),
      refresh(),
      ...Array.from({ length: 20 }, () => pass(60)),
    ]),
  })),
  {
    name: 'a collection is deleted, with what another device has put there unseen',
    history: history([
      mutate({ change: 'create' }, 1),
      sent,
      refresh(),
      sent,
      mutate({ change: 'member', verse: 1, on: true }),
      minutes,
      mutate({ change: 'delete', pick: 0 }, 1),
    ]),
  },
  {
    name: 'a collection is deleted offline, and another device puts something into it before that arrives',
    history: history([
      mutate({ change: 'create' }),
      sent,
      refresh(1),
      sent,
      network(false),
      mutate({ change: 'delete', pick: 0 }),
      mutate({ change: 'member', verse: 1, on: true }, 1),
      minutes,
      network(true),
      minutes,
    ]),
  },
  {
    name: 'an account leaves and comes back: its epochs begin anew',
    history: history([
      mutate({ change: 'write' }),
      { do: 'leave', device: 0, tab: 0, waiting: 'deliver' },
      mutate({ change: 'page', verse: 1, on: true }),
    ]),
  },
  {
    name: 'an account leaves, and the clock is set before it comes back with another place',
    history: history(
      [
        mutate(place(3), 1),
        { do: 'leave', device: 1, tab: 0, waiting: 'deliver' },
        mutate(place(2), 1),
        { do: 'jump', device: 1, ms: 90_000_000 },
      ],
      [null, 'amina'],
    ),
  },
  {
    name: 'one account leaves, another keeps something, and the first has signed in again meanwhile',
    history: history([
      { do: 'leave', device: 1, tab: 0, waiting: 'keep' },
      signIn('idris', 1),
      mutate({ change: 'create' }, 1, 1),
      { do: 'sign-in', device: 1, user: 'amina', take: false },
    ]),
  },
  {
    name: 'the backend does not say for an hour who is signed in, and an account leaves meanwhile',
    history: history(
      [
        { do: 'fault', device: 0, fault: 'hang', of: 'any' },
        { do: 'leave', device: 0, tab: 1, waiting: 'deliver' },
        mutate({ change: 'write' }),
      ],
      ['idris', 'amina'],
    ),
  },
  {
    brokenBy: 'feed',
    name: 'a reading of the feed gets no answer, and a mutation waits behind it when people come back',
    history: history([
      { do: 'fault', device: 1, fault: 'hang', of: 'any' },
      mutate({ change: 'place', verse: 1 }, 1),
      refresh(1),
    ]),
  },
  {
    name: 'a place is marked beside one that another device has marked unseen',
    history: history([
      mutate({ change: 'reading', verse: 3, on: true }, 1),
      pass(1_150),
      refresh(),
      mutate({ change: 'reading', verse: 1, on: true }),
      minutes,
    ]),
  },
  {
    name: 'of two marks that are shown, one that the service has dropped unseen is chosen',
    history: history([
      mutate({ change: 'reading', verse: 3, on: true }, 1),
      mutate({ change: 'reading', verse: 1, on: true }),
      refresh(),
      { do: 'worker', device: 1, tab: 0 },
      pass(3_000),
      mutate({ change: 'reading', verse: 3, on: true }),
      minutes,
    ]),
  },
  {
    name: 'a tab freezes while it sends, and thaws when another has sent',
    history: history([
      mutate({ change: 'write' }),
      pass(1_060),
      { do: 'freeze', device: 0, tab: 0 },
      minutes,
      mutate({ change: 'edit', pick: 0 }, 0, 1),
      minutes,
      { do: 'thaw', device: 0, tab: 0 },
      minutes,
    ]),
  },
  {
    name: 'one tab leaves an account, and in the other one something is taken along to the next, which no answer names at first',
    history: history([
      { do: 'leave', device: 0, tab: 1, waiting: 'deliver' },
      { do: 'fault', device: 0, fault: 'before', of: 'any' },
      mutate(favorite()),
      signIn('idris'),
    ]),
  },
  {
    name: 'another account signs in while one arrives, which no answer names at first',
    history: history(
      [
        { do: 'session', device: 0, user: 'amina' },
        network(true),
        mutate(favorite()),
        pass(1_500_000),
        { do: 'fault', device: 0, fault: 'after', of: 'any' },
        signIn('idris'),
      ],
      [null, 'amina'],
    ),
  },
  ...([{ change: 'write' }, { change: 'time', seconds: 120 }] as const).map((what) => ({
    name: `the clock is set while it is unsure what became of something, and a service worker takes over: ${what.change}`,
    brokenBy: 'operations' as const,
    history: history([
      refresh(),
      fault('late'),
      mutate(what),
      sent,
      jump,
      { do: 'worker', device: 0, tab: 0 },
      minutes,
    ]),
  })),
  {
    name: 'the clock is set after the first request of a tab, which takes effect late',
    brokenBy: 'operations',
    history: history([
      fault('late'),
      mutate({ change: 'write' }),
      { do: 'close', device: 0, tab: 0 },
      mutate({ change: 'create' }),
      pass(900),
      jump,
    ]),
  },
  ...(['edit', 'erase'] as const).map((what) => ({
    name: `a note whose answer was lost, and which another device edits before this one looks: ${what}`,
    history: history([
      fault('half'),
      mutate({ change: 'write' }),
      pass(1_300),
      network(false),
      refresh(1),
      pass(1_000),
      mutate({ change: 'edit', pick: 0 }, 1),
      minutes,
      mutate({ change: what, pick: 0 }),
      network(true),
    ]),
  })),
  {
    name: 'a mark of reading comes along to an account where another one waits',
    history: history([
      mutate({ change: 'reading', verse: 1, on: 'flip' }),
      { do: 'leave', device: 0, tab: 0, waiting: 'keep' },
      mutate({ change: 'reading', verse: 1, on: 'flip' }),
      signIn('amina'),
      minutes,
    ]),
  },
  {
    name: 'a note is refused while a push of it is under way, which the service carries out',
    history: history([
      fault('before'),
      fault('late'),
      fault('refused'),
      mutate({ change: 'write' }),
      pass(100_000),
      mutate({ change: 'write' }, 0, 1),
      minutes,
    ]),
  },
  {
    name: 'another account is signed in, and the answer that says so is cut',
    history: history([
      { do: 'session', device: 0, user: 'idris' },
      fault('half'),
      mutate({ change: 'page', verse: 1, on: true }),
      pass(1_300),
      { do: 'session', device: 0, user: 'amina' },
      minutes,
    ]),
  },
]
