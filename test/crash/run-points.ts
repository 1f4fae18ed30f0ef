import { describePoint, faults, formsOf, strikesAt, type Fault, type Form } from './points.ts'
import { scenarios as allScenarios, type Scenario } from './scenarios.ts'
import { runPoint } from './run-point.ts'
import { prepareStage, type Stage } from './stage.ts'
import { Violation } from './watch.ts'
import type { Strike } from './world.ts'

interface Counted {
  readonly scenario: string
  /** Points by fault and form, such as `quota once`. */
  readonly runs: Record<string, number>
  readonly points: number
}

export interface CrashPointsReport {
  readonly scenarios: readonly Counted[]
  readonly runs: number
  readonly reads: number
  readonly violations: readonly string[]
  /** Known defects that were met. */
  readonly tolerated: readonly string[]
  readonly seconds: number
}

export interface CrashPointsOptions {
  readonly scenarios?: readonly string[]
  /** Called after each scenario and fault. */
  readonly onProgress?: (line: string) => void
  /** These points only: `scenario:fault:n` or `scenario:fault:n:kept`, or the beginning of such a name. */
  readonly only?: string | undefined
  /** Go on after every single run, also from where an engine already went on. */
  readonly thorough?: boolean
}

/** Runs work with the console's warnings off (Dexie's, of each reconnection) and unhandled rejections caught. */
async function guarded<T>(run: (rejections: unknown[]) => Promise<T>): Promise<T> {
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => void rejections.push(reason)
  const { warn } = console
  const { stackTraceLimit } = Error
  console.warn = () => undefined
  // Thousands of errors are made on purpose; their traces would cost more than the runs.
  Error.stackTraceLimit = 0
  process.on('unhandledRejection', onRejection)
  try {
    return await run(rejections)
  } finally {
    process.off('unhandledRejection', onRejection)
    console.warn = warn
    Error.stackTraceLimit = stackTraceLimit
  }
}

function nameOfRun(scenario: Scenario, { fault, form, at }: Strike): string {
  return `${scenario.name}:${fault}:${at}${form === 'kept' ? ':kept' : ''}`
}

/** Every point of the scenarios, under every fault that can strike there, in every form. */
export async function runCrashPoints(options: CrashPointsOptions = {}): Promise<CrashPointsReport> {
  const began = performance.now()
  const violations: string[] = []
  const counted: Counted[] = []
  const tolerated: string[] = []
  let reads = 0
  const wanted = allScenarios.filter(({ name }) => options.scenarios?.includes(name) ?? true)
  await guarded(async (rejections) => {
    for (const scenario of wanted) {
      const stage = await prepareStage(scenario)
      const runs: Record<string, number> = {}
      for (const [fault, form] of faults.flatMap((each) =>
        formsOf[each].map((form) => [each, form] as const),
      )) {
        const { count, seen } = await strikeEverywhere(stage, fault, form, options, rejections, violations)
        runs[`${fault} ${form}`] = count
        reads += seen
        options.onProgress?.(
          `${scenario.name} ${fault} ${form}: ${count} of ${stage.points.length} points, ${violations.length} violations, ${Math.round((performance.now() - began) / 1000)} s`,
        )
      }
      tolerated.push(...stage.tolerated)
      counted.push({ scenario: scenario.name, runs, points: stage.points.length })
    }
  })
  const runs = counted.flatMap((each) => Object.values(each.runs)).reduce((sum, count) => sum + count, 0)
  return {
    scenarios: counted,
    runs,
    reads,
    violations,
    tolerated,
    seconds: (performance.now() - began) / 1000,
  }
}

async function strikeEverywhere(
  stage: Stage,
  fault: Fault,
  form: Form,
  { only, thorough = false }: CrashPointsOptions,
  rejections: unknown[],
  violations: string[],
): Promise<{ readonly count: number; readonly seen: number }> {
  let count = 0
  let seen = 0
  for (const point of stage.points) {
    const strike = { fault, form, at: point.n }
    const name = nameOfRun(stage.scenario, strike)
    if (!strikesAt(fault, point) || (only && name !== only && !name.startsWith(`${only}:`))) continue
    const problem = await runPoint(stage, strike, thorough).then(
      async (looks) => {
        seen += looks
        // Node tells of a rejection once the turn in which nobody took it is over.
        await new Promise((resolve) => setImmediate(resolve))
        return rejections.length > 0 ? `an unhandled rejection: ${String(rejections[0])}` : null
      },
      (error: unknown) =>
        error instanceof Violation ? error.message : `failed: ${String((error as Error).stack)}`,
    )
    rejections.length = 0
    if (problem) violations.push(`WARAQ_POINT=${name} at ${describePoint(point)}: ${problem}`)
    count++
  }
  return { count, seen }
}
