import { isDeepStrictEqual } from 'node:util'
import { seeded, type Random } from '@waraq/test-support/random'
import fc from 'fast-check'
import { caseAt, type Found } from '../../simulation/shrink.ts'
import { tabCount, ways, type Act, type Command, type History, type TransportName } from './commands.ts'
import { runHistory, type Told } from './run-history.ts'

/**
 * A history and another that has to come to the same end, whatever the end is: nothing here knows what people meant. No two
 * devices change the same thing, so that the order of what is done to different things makes no difference either.
 */

/** What is done to one thing, by one device. */
interface Script {
  readonly device: number
  readonly acts: readonly Act[]
}

interface Plan {
  readonly seed: number
  readonly transport: TransportName
  readonly scripts: readonly Script[]
  /** How long a person waits after each act, in milliseconds, time and again. */
  readonly pauses: readonly number[]
}

export const variations = ['answers lost', 'a tab killed', 'delivered twice', 'another order'] as const
export type Variation = (typeof variations)[number]

const device = fc.nat(1)
const verse = fc.integer({ min: 1, max: 3 })
const switches = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 })
const script = (acts: fc.Arbitrary<readonly Act[]>): fc.Arbitrary<Script> => fc.record({ device, acts })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const switched = (what: 'favorite' | 'page', verse: number) =>
  maybe(script(switches.map((all) => all.map((on): Act => ({ act: what, verse, on })))))

const moved = (what: 'reading' | 'place' | 'setting') =>
  maybe(
    script(
      fc
        .array(verse, { minLength: 1, maxLength: 4 })
        .map((all) =>
          all.map((verse): Act =>
            what === 'reading' ? { act: what, verse, on: true } : { act: what, verse },
          ),
        ),
    ),
  )

const note = (of: number) =>
  maybe(
    script(
      fc
        .tuple(fc.nat(2), fc.boolean())
        .map(([edits, isErased]): Act[] => [
          { act: 'write', of },
          ...Array.from({ length: edits }, (): Act => ({ act: 'edit', of })),
          ...(isErased ? [{ act: 'erase', of } as const] : []),
        ]),
    ),
  )

const inCollection = (of: number): fc.Arbitrary<Act> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constant('member'), verse, on: fc.boolean(), of: fc.constant(of) }),
    },
    { weight: 1, arbitrary: fc.constant({ act: 'rename', of }) },
  )

const collection = (of: number) =>
  maybe(
    script(
      fc
        .tuple(fc.array(inCollection(of), { maxLength: 4 }), fc.boolean())
        .map(([acts, isDeleted]): Act[] => [
          { act: 'create', of },
          ...acts,
          ...(isDeleted ? [{ act: 'delete', of } as const] : []),
        ]),
    ),
  )

const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(),
  transport: fc.constantFrom(...ways),
  scripts: fc
    .tuple(
      ...[1, 2, 3].map((each) => switched('favorite', each)),
      switched('page', 1),
      moved('reading'),
      moved('place'),
      moved('setting'),
      ...[1, 2].map(note),
      ...[3, 4].map(collection),
    )
    .map((all) => all.filter((each) => each !== undefined))
    .filter((all) => all.length > 1),
  pauses: fc.array(fc.constantFrom(0, 150, 1_100, 1_300, 5_000, 20_000, 100_000), {
    minLength: 3,
    maxLength: 8,
  }),
})

/** The scripts in one, each in its own order. */
function merged(scripts: readonly Script[], random: Random): Command[] {
  const left = scripts.map(({ device, acts }) => ({ device, acts: [...acts] }))
  const commands: Command[] = []
  while (left.some(({ acts }) => acts.length > 0)) {
    const { device, acts } = random.pick(left.filter(({ acts }) => acts.length > 0))
    commands.push({ do: 'act', device, tab: random.int(tabCount), what: acts.shift()! })
  }
  return commands
}

/** The acts with pauses between them, and what happens in these. */
function historyOf(
  { seed, transport, pauses }: Plan,
  acts: readonly Command[],
  happens: (pause: Command) => readonly Command[] = (pause) => [pause],
): History {
  const commands = acts.flatMap((each, index) => [
    each,
    ...happens({ do: 'pass', ms: pauses[index % pauses.length]! }),
  ])
  return { seed, transport, signedIn: ['amina', 'amina'], commands }
}

const plainOf = (plan: Plan) => historyOf(plan, merged(plan.scripts, seeded(plan.seed)))

function variedOf(plan: Plan, variation: Variation): History {
  const acts = merged(plan.scripts, seeded(plan.seed))
  const random = seeded(plan.seed + 1)
  switch (variation) {
    case 'answers lost':
      return historyOf(plan, acts, (pause) => [
        ...Array.from({ length: random.int(4) }, (): Command => {
          const fault = random.pick(['before', 'after', 'late', 'half'] as const)
          return { do: 'fault', device: random.int(2), fault, of: random.pick(['write', 'any'] as const) }
        }),
        pause,
      ])
    case 'a tab killed':
      // Not while a person acts: what was broken off may or may not be.
      return historyOf(plan, acts, (pause) => [
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
      return historyOf(plan, acts, (pause) => [...twice, pause])
    }
    case 'another order':
      return historyOf(plan, merged(plan.scripts, random))
  }
}

/** Whether a variation was one: nothing is proved by the same history again. */
function isVaried(variation: Variation, plain: Told, varied: Told): boolean {
  if (variation === 'another order') return !isDeepStrictEqual(plain.trace, varied.trace)
  return variation === 'a tab killed' ? varied.crashed : varied.struck > 0
}

/** The service refuses none of it, and no two devices change the same: so nothing may be held for a person to decide. */
async function endOf(history: History, how: string): Promise<Told> {
  try {
    const told = await runHistory(history)
    if (told.blocked === 0) return told
    throw new Error(['Something was held', ...told.trace].join('\n'))
  } catch (error) {
    throw new Error(`${how}: ${(error as Error).message}`, { cause: error })
  }
}

async function compare(plan: Plan): Promise<Variation[]> {
  const plain = await endOf(plainOf(plan), 'plain')
  const varied: Variation[] = []
  for (const variation of variations) {
    const told = await endOf(variedOf(plan, variation), variation)
    if (told.end !== plain.end)
      throw new Error(
        [`${variation}: it ends as\n${told.end}\nand else as\n${plain.end}`, ...told.trace].join('\n'),
      )
    if (isVaried(variation, plain, told)) varied.push(variation)
  }
  return varied
}

/** So many plans, each against all variations. Ends with the first that fails. */
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
