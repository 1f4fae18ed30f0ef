import { isDeepStrictEqual } from 'node:util'
import { readingSlots, type ReadingSlot } from '@waraq/protocol/user'
import { seeded, type Random } from '@waraq/test-support/random'
import fc from 'fast-check'
import { caseAt, type Found } from '../../simulation/shrink.ts'
import {
  readingForms,
  tabCount,
  transports,
  type UserMutation,
  type Command,
  type History,
  type ReadingForm,
  type TransportName,
} from './commands.ts'
import { runHistory, type Reported } from './run-history.ts'

/**
 * A history and a variation of it that has to end in the same state, whatever that state is: the test does not know what
 * people meant. No two devices change the same item, so the order of changes to different items makes no difference either.
 */

/** The mutations of one item, by one device. */
interface Script {
  readonly device: number
  readonly mutations: readonly UserMutation[]
}

interface Plan {
  readonly seed: number
  readonly transport: TransportName
  readonly reading: ReadingForm
  readonly scripts: readonly Script[]
  /** How long a person waits after each mutation, in milliseconds. The list is repeated. */
  readonly pauses: readonly number[]
}

export const variations = ['answers lost', 'a tab killed', 'delivered twice', 'another order'] as const
export type Variation = (typeof variations)[number]

const device = fc.nat(1)
const verse = fc.integer({ min: 1, max: 3 })
const switches = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 })
const script = (mutations: fc.Arbitrary<readonly UserMutation[]>): fc.Arbitrary<Script> =>
  fc.record({ device, mutations })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const switched = (what: 'favorite' | 'page', verse: number) =>
  maybe(script(switches.map((all) => all.map((on): UserMutation => ({ change: what, verse, on })))))

const moved = (change: 'place' | 'setting') =>
  maybe(
    script(
      fc
        .array(verse, { minLength: 1, maxLength: 4 })
        .map((all) => all.map((verse): UserMutation => ({ change, verse }))),
    ),
  )

/** One of the reading bookmarks: put at verses and pages, and removed. */
const readingIn = (slot: ReadingSlot) =>
  maybe(
    script(
      fc.array(
        fc.record({
          change: fc.constant('reading' as const),
          verse,
          on: fc.oneof(
            { weight: 3, arbitrary: fc.constant(true) },
            { weight: 1, arbitrary: fc.constant(false) },
          ),
          slot: fc.constant(slot),
          isPage: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    ),
  )

/** Without slots there is one reading bookmark, so the scripts of the others would change the same item. */
function isPossible(
  { transport, reading }: Pick<Plan, 'transport' | 'reading'>,
  { mutations }: Script,
): boolean {
  const hasSlots = transport === 'feed' && reading !== 'flag'
  return hasSlots || mutations.every((each) => each.change !== 'reading' || each.slot === 1)
}

const note = (of: number) =>
  maybe(
    script(
      fc
        .tuple(fc.nat(2), fc.boolean())
        .map(([edits, isErased]): UserMutation[] => [
          { change: 'write', of },
          ...Array.from({ length: edits }, (): UserMutation => ({ change: 'edit', of })),
          ...(isErased ? [{ change: 'erase', of } as const] : []),
        ]),
    ),
  )

const inCollection = (of: number): fc.Arbitrary<UserMutation> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ change: fc.constant('member'), verse, on: fc.boolean(), of: fc.constant(of) }),
    },
    { weight: 1, arbitrary: fc.constant({ change: 'rename', of }) },
  )

const collection = (of: number) =>
  maybe(
    script(
      fc
        .tuple(fc.array(inCollection(of), { maxLength: 4 }), fc.boolean())
        .map(([mutations, isDeleted]): UserMutation[] => [
          { change: 'create', of },
          ...mutations,
          ...(isDeleted ? [{ change: 'delete', of } as const] : []),
        ]),
    ),
  )

const plans: fc.Arbitrary<Plan> = fc
  .record({
    seed: fc.nat(),
    transport: fc.constantFrom(...transports),
    reading: fc.constantFrom(...readingForms),
    scripts: fc
      .tuple(
        ...[1, 2, 3].map((each) => switched('favorite', each)),
        switched('page', 1),
        ...readingSlots.map(readingIn),
        moved('place'),
        moved('setting'),
        ...[1, 2].map(note),
        ...[3, 4].map(collection),
      )
      .map((all) => all.filter((each) => each !== undefined)),
    pauses: fc.array(fc.constantFrom(0, 150, 1_100, 1_300, 5_000, 20_000, 100_000), {
      minLength: 3,
      maxLength: 8,
    }),
  })
  .map((plan) => ({ ...plan, scripts: plan.scripts.filter((each) => isPossible(plan, each)) }))
  .filter(({ scripts }) => scripts.length > 1)

/** Merges the scripts into one. Each keeps its own order. */
function merged(scripts: readonly Script[], random: Random): Command[] {
  const left = scripts.map(({ device, mutations }) => ({ device, mutations: [...mutations] }))
  const commands: Command[] = []
  while (left.some(({ mutations }) => mutations.length > 0)) {
    const { device, mutations } = random.pick(left.filter(({ mutations }) => mutations.length > 0))
    commands.push({ do: 'mutate', device, tab: random.int(tabCount), what: mutations.shift()! })
  }
  return commands
}

/** The mutations with pauses between them, and the events during these. */
function historyOf(
  { seed, transport, reading, pauses }: Plan,
  mutations: readonly Command[],
  happens: (pause: Command) => readonly Command[] = (pause) => [pause],
): History {
  const commands = mutations.flatMap((each, index) => [
    each,
    ...happens({ do: 'pass', ms: pauses[index % pauses.length]! }),
  ])
  return { seed, transport, reading, signedIn: ['amina', 'amina'], commands }
}

const plainOf = (plan: Plan) => historyOf(plan, merged(plan.scripts, seeded(plan.seed)))

function variedOf(plan: Plan, variation: Variation): History {
  const mutations = merged(plan.scripts, seeded(plan.seed))
  const random = seeded(plan.seed + 1)
  switch (variation) {
    case 'answers lost':
      return historyOf(plan, mutations, (pause) => [
        ...Array.from({ length: random.int(4) }, (): Command => {
          const fault = random.pick(['before', 'after', 'late', 'half'] as const)
          return { do: 'fault', device: random.int(2), fault, of: random.pick(['write', 'any'] as const) }
        }),
        pause,
      ])
    case 'a tab killed':
      // Not during a person's mutation: an interrupted mutation may or may not have happened.
      return historyOf(plan, mutations, (pause) => [
        { do: 'kill', device: random.int(2), tab: random.int(tabCount), tasks: 1 + random.int(40) },
        pause,
        { do: 'spare' },
      ])
    case 'delivered twice': {
      const twice: readonly Command[] = [0, 1].map((device) => ({
        do: 'fault',
        device,
        fault: 'twice',
        of: 'write',
      }))
      return historyOf(plan, mutations, (pause) => [...twice, pause])
    }
    case 'another order':
      return historyOf(plan, merged(plan.scripts, random))
  }
}

/** Whether a variation had an effect: running the same history again proves nothing. */
function isVaried(variation: Variation, plain: Reported, varied: Reported): boolean {
  if (variation === 'another order') return !isDeepStrictEqual(plain.trace, varied.trace)
  return variation === 'a tab killed' ? varied.crashed : varied.struck > 0
}

/** The service refuses none of it, and no two devices change the same item. So no change may be blocked. */
async function endOf(history: History, how: string): Promise<Reported> {
  try {
    const reported = await runHistory(history)
    if (reported.blocked === 0) return reported
    throw new Error(['Something was held', ...reported.trace].join('\n'))
  } catch (error) {
    throw new Error(`${how}: ${(error as Error).message}`, { cause: error })
  }
}

async function compare(plan: Plan): Promise<Variation[]> {
  const plain = await endOf(plainOf(plan), 'plain')
  const varied: Variation[] = []
  for (const variation of variations) {
    const reported = await endOf(variedOf(plan, variation), variation)
    if (reported.end !== plain.end)
      throw new Error(
        [`${variation}: it ends as\n${reported.end}\nand else as\n${plain.end}`, ...reported.trace].join(
          '\n',
        ),
      )
    if (isVaried(variation, plain, reported)) varied.push(variation)
  }
  return varied
}

/** Runs `count` plans, each with all variations. Ends with the first that fails. */
export async function runVariations(seed: number, count: number) {
  const counts: Record<string, number> = Object.fromEntries(variations.map((each) => [each, 0]))
  let done = 0
  const details = await fc.check(
    fc.asyncProperty(plans, async (plan) => {
      for (const variation of await compare(plan)) counts[variation]! += 1
      done += 1
    }),
    { seed, numRuns: count, endOnFailure: true },
  )
  if (!details.failed) return { done, counts, failure: null }
  const { errorInstance, counterexamplePath: path } = details
  return { done, counts, failure: { path: path!, message: (errorInstance as Error).message } }
}

export async function replayVariations(found: Found): Promise<void> {
  await compare(caseAt(plans, found))
}
