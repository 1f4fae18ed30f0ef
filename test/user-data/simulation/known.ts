import type { Act, Command, Fault, History, User, TransportName } from './commands.ts'

/**
 * A history that broke a promise once, or in which a defect of one kind shows for certain. `pnpm test:deep` takes each by both
 * transports.
 */
export interface KnownHistory {
  /** The transport by which a deliberate defect shows in it. `pnpm test` takes these histories, and each by that one. */
  readonly brokenBy?: TransportName
  readonly name: string
  readonly history: Omit<History, 'transport'>
}

const act = (what: Act, device = 0, tab = 0): Command => ({ do: 'act', device, tab, what })
const pass = (ms: number): Command => ({ do: 'pass', ms })
const fault = (kind: Fault, device = 0): Command => ({ do: 'fault', device, fault: kind, of: 'write' })
const network = (online: boolean, device = 0): Command => ({ do: 'network', device, online })
const refresh = (device = 0): Command => ({ do: 'refresh', device, tab: 0 })
const signIn = (user: User, device = 0): Command => ({ do: 'sign-in', device, user, take: true })
const favorite = (on = true): Act => ({ act: 'favorite', verse: 1, on })
const place = (verse: number): Act => ({ act: 'place', verse })

const jump: Command = { do: 'jump', device: 0, ms: 90_000_000 }

/** Long enough that what was done first has been sent. */
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
    history: history([fault('after'), act({ act: 'write' }), sent, act({ act: what, pick: 0 })]),
  })),
  ...(['rename', 'delete'] as const).map((what) => ({
    name: `a collection whose answer was lost: ${what}`,
    brokenBy: 'operations' as const,
    history: history([fault('after'), act({ act: 'create' }), sent, act({ act: what, pick: 0 })]),
  })),
  {
    name: 'a note whose answer was lost, edited, and that answer is lost, too',
    history: history([
      fault('after'),
      act({ act: 'write' }),
      sent,
      act({ act: 'edit', pick: 0 }),
      fault('after'),
    ]),
  },
  {
    name: 'a note that was deleted elsewhere is made again once, although the answer is lost',
    brokenBy: 'operations',
    history: history([
      act({ act: 'write' }),
      minutes,
      refresh(1),
      sent,
      act({ act: 'erase', pick: 0 }, 1),
      minutes,
      act({ act: 'edit', pick: 0 }),
      fault('after'),
      minutes,
    ]),
  },
  {
    name: 'an effect that comes after the timeout',
    history: history([
      fault('late'),
      act({ act: 'write' }),
      minutes,
      fault('late'),
      act(favorite()),
      pass(20_000),
      act(favorite(false)),
    ]),
  },
  {
    name: 'a place that is read while the one before is on its way',
    brokenBy: 'operations',
    history: history([act(place(1)), pass(1_150), act(place(2)), minutes]),
  },
  {
    name: 'a place that is read right after the one before arrived',
    history: history([act(place(1)), pass(1_600), act(place(2)), minutes]),
  },
  {
    name: 'a place without a network, and another device came back to the one before it later',
    brokenBy: 'feed',
    history: history([
      act(place(1)),
      minutes,
      network(false),
      act(place(2)),
      minutes,
      act(place(3), 1),
      minutes,
      act(place(1), 1),
      minutes,
      network(true),
      minutes,
    ]),
  },
  {
    name: 'a place of the day before sign-in, and another device read on since',
    brokenBy: 'operations',
    history: history(
      [act(place(1)), pass(600_000), act(place(2), 1), minutes, signIn('amina'), minutes],
      [null, 'amina'],
    ),
  },
  {
    name: 'the feed is allowed no more, and the answer to a push that says so is cut',
    history: history([
      fault('garbage'),
      { do: 'scope', transport: 'operations' },
      act({ act: 'create' }),
      minutes,
    ]),
  },
  {
    name: 'a note whose answer never came, on a device whose clock is a day ahead and never heard the time',
    history: history([jump, fault('hang'), act({ act: 'write' }), pass(1_500_000)]),
  },
  {
    name: 'a reading mark that moves on while the one before may still take effect',
    history: history([
      fault('late'),
      act({ act: 'reading', verse: 3, on: true }),
      sent,
      act({ act: 'reading', verse: 1, on: true }),
      minutes,
    ]),
  },
  {
    name: 'a place that is refused and given up, and another device read on meanwhile',
    history: history([
      { do: 'fault', device: 0, fault: 'refused', of: 'write' },
      act(place(1)),
      minutes,
      act(place(2), 1),
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
      act({ act: 'create', of: 1 }),
      act({ act: 'member', verse: 2, on: true, of: 1 }),
      minutes,
      refresh(1),
      sent,
      network(false),
      act({ act: 'delete', of: 1 }),
      pass(1_100),
      act({ act: 'rename', of: 1 }, 1),
      minutes,
      network(true),
      minutes,
    ]),
  },
  {
    name: 'a verse that is put into a collection that is gone elsewhere brings it back, where the person wants that',
    history: history([
      act({ act: 'create', of: 1 }),
      minutes,
      refresh(1),
      sent,
      network(false, 1),
      act({ act: 'delete', of: 1 }),
      act({ act: 'member', verse: 2, on: true, of: 1 }, 1),
      minutes,
      network(true, 1),
      minutes,
      { do: 'resolve', device: 1, tab: 0, chosen: 'mine' },
      minutes,
    ]),
  },
  {
    name: 'a sign-out that waited for the network, and another account that came meanwhile',
    brokenBy: 'feed',
    history: history([
      act(favorite()),
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
      act({ act: 'write' }),
      act(favorite()),
      { do: 'session', device: 0, user: 'idris' },
      minutes,
    ]),
  },
  {
    name: 'a favorite taken away and set again while it is sent',
    history: history([
      act(favorite()),
      pass(1_150),
      act(favorite(false)),
      pass(60),
      act(favorite()),
      act({ act: 'write' }),
    ]),
  },
  {
    name: 'a note that is edited while it is sent',
    history: history([act({ act: 'write' }), pass(1_150), act({ act: 'edit', pick: 0 }), minutes]),
  },
  {
    name: 'two quick taps that want the same, in two tabs',
    brokenBy: 'feed',
    history: history([act(favorite()), act(favorite(), 0, 1), minutes]),
  },
  ...[1_030, 1_090, 1_150, 1_210, 1_270].map((ms) => ({
    name: `the tab that sends dies after ${ms} ms`,
    history: history([
      act({ act: 'write' }),
      pass(ms),
      { do: 'kill', device: 0, tab: 0, tasks: 1 },
      act({ act: 'place', verse: 1 }, 0, 1),
      minutes,
    ]),
  })),
  ...[900, 960, 1_020, 1_080].map((ms) => ({
    name: `a list is read while a favorite is sent, from ${ms} ms on`,
    history: history([act(favorite()), pass(ms), refresh(), ...Array.from({ length: 20 }, () => pass(60))]),
  })),
  {
    name: 'a collection is deleted, with what another device has put there unseen',
    history: history([
      act({ act: 'create' }, 1),
      sent,
      refresh(),
      sent,
      act({ act: 'member', verse: 1, on: true }),
      minutes,
      act({ act: 'delete', pick: 0 }, 1),
    ]),
  },
  {
    name: 'a collection is deleted offline, and another device puts something into it before that arrives',
    history: history([
      act({ act: 'create' }),
      sent,
      refresh(1),
      sent,
      network(false),
      act({ act: 'delete', pick: 0 }),
      act({ act: 'member', verse: 1, on: true }, 1),
      minutes,
      network(true),
      minutes,
    ]),
  },
  {
    name: 'an account leaves and comes back: its epochs begin anew',
    history: history([
      act({ act: 'write' }),
      { do: 'leave', device: 0, tab: 0, waiting: 'deliver' },
      act({ act: 'page', verse: 1, on: true }),
    ]),
  },
  {
    name: 'an account leaves, and the clock is set before it comes back with another place',
    history: history(
      [
        act(place(3), 1),
        { do: 'leave', device: 1, tab: 0, waiting: 'deliver' },
        act(place(2), 1),
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
      act({ act: 'create' }, 1, 1),
      { do: 'sign-in', device: 1, user: 'amina', take: false },
    ]),
  },
  {
    name: 'the backend does not say for an hour who is signed in, and an account leaves meanwhile',
    history: history(
      [
        { do: 'fault', device: 0, fault: 'hang', of: 'any' },
        { do: 'leave', device: 0, tab: 1, waiting: 'deliver' },
        act({ act: 'write' }),
      ],
      ['idris', 'amina'],
    ),
  },
  {
    brokenBy: 'feed',
    name: 'a reading of the feed gets no answer, and an act waits behind it when people come back',
    history: history([
      { do: 'fault', device: 1, fault: 'hang', of: 'any' },
      act({ act: 'place', verse: 1 }, 1),
      refresh(1),
    ]),
  },
  {
    name: 'a place is marked beside one that another device has marked unseen',
    history: history([
      act({ act: 'reading', verse: 3, on: true }, 1),
      pass(1_150),
      refresh(),
      act({ act: 'reading', verse: 1, on: true }),
      minutes,
    ]),
  },
  {
    name: 'of two marks that are shown, one that the service has dropped unseen is chosen',
    history: history([
      act({ act: 'reading', verse: 3, on: true }, 1),
      act({ act: 'reading', verse: 1, on: true }),
      refresh(),
      { do: 'worker', device: 1, tab: 0 },
      pass(3_000),
      act({ act: 'reading', verse: 3, on: true }),
      minutes,
    ]),
  },
  {
    name: 'a tab freezes while it sends, and thaws when another has sent',
    history: history([
      act({ act: 'write' }),
      pass(1_060),
      { do: 'freeze', device: 0, tab: 0 },
      minutes,
      act({ act: 'edit', pick: 0 }, 0, 1),
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
      act(favorite()),
      signIn('idris'),
    ]),
  },
  {
    name: 'another account signs in while one arrives, which no answer names at first',
    history: history(
      [
        { do: 'session', device: 0, user: 'amina' },
        network(true),
        act(favorite()),
        pass(1_500_000),
        { do: 'fault', device: 0, fault: 'after', of: 'any' },
        signIn('idris'),
      ],
      [null, 'amina'],
    ),
  },
  ...([{ act: 'write' }, { act: 'time', seconds: 120 }] as const).map((what) => ({
    name: `the clock is set while it is unsure what became of something, and a service worker takes over: ${what.act}`,
    brokenBy: 'operations' as const,
    history: history([
      refresh(),
      fault('late'),
      act(what),
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
      act({ act: 'write' }),
      { do: 'close', device: 0, tab: 0 },
      act({ act: 'create' }),
      pass(900),
      jump,
    ]),
  },
  ...(['edit', 'erase'] as const).map((what) => ({
    name: `a note whose answer was lost, and which another device edits before this one looks: ${what}`,
    history: history([
      fault('half'),
      act({ act: 'write' }),
      pass(1_300),
      network(false),
      refresh(1),
      pass(1_000),
      act({ act: 'edit', pick: 0 }, 1),
      minutes,
      act({ act: what, pick: 0 }),
      network(true),
    ]),
  })),
  {
    name: 'a mark of reading comes along to an account where another one waits',
    history: history([
      act({ act: 'reading', verse: 1, on: 'flip' }),
      { do: 'leave', device: 0, tab: 0, waiting: 'keep' },
      act({ act: 'reading', verse: 1, on: 'flip' }),
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
      act({ act: 'write' }),
      pass(100_000),
      act({ act: 'write' }, 0, 1),
      minutes,
    ]),
  },
  {
    name: 'another account is signed in, and the answer that says so is cut',
    history: history([
      { do: 'session', device: 0, user: 'idris' },
      fault('half'),
      act({ act: 'page', verse: 1, on: true }),
      pass(1_300),
      { do: 'session', device: 0, user: 'amina' },
      minutes,
    ]),
  },
]
