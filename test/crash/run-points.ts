import { chosenPoints } from './chosen-points.ts'
import { guarded } from './guarded.ts'
import { describePoint, faults, formsOf, type Strike } from './points.ts'
import { scenarios as allScenarios } from './scenarios.ts'
import { runPoint } from './run-point.ts'
import { prepareStage, seats, type Seat, type Stage } from './stage.ts'

interface Counted {
  readonly scenario: string
  readonly seat: Seat
  /** Points by fault and form, such as `quota once`. */
  readonly runs: Record<string, number>
  readonly points: number
}

export interface CrashPointsReport {
  readonly scenarios: readonly Counted[]
  readonly runs: number
  readonly reads: number
  readonly violations: readonly string[]
  readonly seconds: number
}

export interface CrashPointsOptions {
  readonly scenarios?: readonly string[]
  /** Called after each scenario and fault. */
  readonly onProgress?: (line: string) => void
  /** These points only: `scenario:seat:fault:form:n`, or the beginning of such a name. */
  readonly only?: string | undefined
  /** Strike every single point, and go on after every single run, also from where an engine already went on. */
  readonly thorough?: boolean
}

const forms = faults.flatMap((fault) => formsOf[fault].map((form) => ({ fault, form })))

/** How the writer is chosen matters to who comes after a death, and to no other fault. */
function formsFor(seat: Seat): typeof forms {
  return seat === 'lease' ? forms : forms.filter(({ fault }) => fault === 'crash')
}

function nameOfRun({ scenario, seat }: Stage, { fault, form, at }: Strike): string {
  return `${scenario.name}:${seat}:${fault}:${form}:${at}`
}

function isWanted(name: string, only: string | undefined): boolean {
  return only === undefined || name === only || name.startsWith(`${only}:`)
}

/** The points of the scenarios, under every fault that can strike there, in every form. */
export async function runCrashPoints(options: CrashPointsOptions = {}): Promise<CrashPointsReport> {
  const { only, thorough = false } = options
  const began = performance.now()
  const violations: string[] = []
  const counted: Counted[] = []
  let [reads, count] = [0, 0]
  const wanted = allScenarios.filter(({ name }) => options.scenarios?.includes(name) ?? true)
  await guarded(async (attempt) => {
    for (const [scenario, seat] of wanted.flatMap((each) => seats.map((seat) => [each, seat] as const))) {
      const stage = await prepareStage(scenario, seat)
      const runs: Record<string, number> = {}
      for (const { fault, form } of formsFor(seat)) {
        const points = chosenPoints(stage, fault, form, thorough || only !== undefined).filter(({ n }) =>
          isWanted(nameOfRun(stage, { fault, form, at: n }), only),
        )
        for (const point of points) {
          const strike = { fault, form, at: point.n }
          const problem = await attempt(async () => {
            reads += await runPoint(stage, strike, thorough)
          })
          const name = nameOfRun(stage, strike)
          if (problem) violations.push(`WARAQ_POINT=${name} at ${describePoint(point)}: ${problem}`)
        }
        runs[`${fault} ${form}`] = points.length
        count += points.length
        const seconds = Math.round((performance.now() - began) / 1000)
        options.onProgress?.(
          `${scenario.name} ${seat} ${fault} ${form}: ${points.length} of ${stage.points.length} points, ${violations.length} violations, ${seconds} s`,
        )
      }
      counted.push({ scenario: scenario.name, seat, runs, points: stage.points.length })
    }
  })
  return { scenarios: counted, runs: count, reads, violations, seconds: (performance.now() - began) / 1000 }
}
