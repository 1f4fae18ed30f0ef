import type { Share } from '@waraq/test-support/runs'
import { chosenPoints } from './chosen-points.ts'
import { guarded } from './guarded.ts'
import { describePoint, faults, formsOf, type Strike } from './points.ts'
import { scenarios as allScenarios } from './scenarios.ts'
import { runPoint } from './run-point.ts'
import { prepareStage, type Stage } from './stage.ts'

export interface CrashPointsReport {
  readonly runs: number
  readonly reads: number
  readonly violations: readonly string[]
  readonly seconds: number
}

export interface CrashPointsOptions {
  readonly scenarios?: readonly string[]
  /** These points only: `scenario:fault:form:n`, or the beginning of such a name. */
  readonly only?: string | undefined
  /** Of the points of each fault. Default: all. */
  readonly share?: Share
  /** Strike every single point, and go on after every single run, also from where an engine already went on. */
  readonly thorough?: boolean
}

const forms = faults.flatMap((fault) => formsOf[fault].map((form) => ({ fault, form })))

function nameOfRun({ scenario }: Stage, { fault, form, at }: Strike): string {
  return `${scenario.name}:${fault}:${form}:${at}`
}

function isWanted(name: string, only: string | undefined): boolean {
  return only === undefined || name === only || name.startsWith(`${only}:`)
}

/** The points of the scenarios, under every fault that can strike there, in every form. */
export async function runCrashPoints(options: CrashPointsOptions = {}): Promise<CrashPointsReport> {
  const { only, share = { first: 0, every: 1 }, thorough = false } = options
  const began = performance.now()
  const violations: string[] = []
  let [reads, count] = [0, 0]
  const named = options.scenarios ?? (only === undefined ? undefined : [only.split(':')[0]])
  const wanted = allScenarios.filter(({ name }) => named?.includes(name) ?? true)
  await guarded(async (attempt) => {
    for (const scenario of wanted) {
      const stage = await prepareStage(scenario)
      for (const { fault, form } of forms) {
        const points = chosenPoints(stage, fault, form, thorough || only !== undefined).filter(
          ({ n }, index) =>
            index % share.every === share.first && isWanted(nameOfRun(stage, { fault, form, at: n }), only),
        )
        for (const point of points) {
          const strike = { fault, form, at: point.n }
          const problem = await attempt(async () => {
            reads += await runPoint(stage, strike, thorough)
          })
          const name = nameOfRun(stage, strike)
          if (problem) violations.push(`points:${name} at ${describePoint(point)}: ${problem}`)
        }
        count += points.length
      }
    }
  })
  return { runs: count, reads, violations, seconds: (performance.now() - began) / 1000 }
}
