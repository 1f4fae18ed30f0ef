import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allBrowsers, chosenBrowsers, chromiumStore } from './browsers.mjs'
import { buildOnce } from './build-once.mjs'
import { findOrInstall } from './find-or-install.mjs'
import { groupOf, groups as allGroups, groupsNamed, leftOutBy, movedBy, onOtherStore } from './groups.mjs'
import {
  countsLine,
  failureLines,
  forgetOutcome,
  isGood,
  keepOutcome,
  nothing,
  runVitest,
  sumOf,
} from './runner.mjs'
import { timesTable } from './times.mjs'

/**
 * `pnpm test:deep [group...] [--minutes 20]`: the groups' tests, enumerated cases and pinned seeds of past failures always;
 * then each of their random kinds in turn, on two cores, with fresh seeds, until the minutes since the start are over, and
 * for a third of them at least.
 *
 * - `--seed 7`: the first seed of the random kinds, and which share of enumerated cases is taken; else a new one each time,
 *   which is printed.
 * - `--thorough`: more cases of what else takes samples: each crash point, more kills of tabs and browsers, each application.
 * - `--store sqlite`: all of it in this store of Chromium's IndexedDB. By default, all of it runs in `leveldb`, and what depends on the
 *   store in `sqlite`, too.
 * - `--after-test`: `pnpm test` has just run, so what it runs whole is left out. Of the other files, the seed takes one in
 *   four; the others are named at the end. The seed says in which store a file runs.
 * - `--file test/journeys/reader.e2e.test.ts`: the tests of this file only, as the groups run them.
 * - `--replay plans:88`: shows one failure again, as it was printed, and does nothing else.
 *
 * @typedef {import('../random/lane.ts').LaneReport} LaneReport
 * @typedef {import('../random/lane.ts').LaneOrder} LaneOrder
 * @typedef {import('./runner.mjs').Outcome} Outcome
 * @typedef {import('./groups.mjs').Group} Group
 */
const beganAt = Date.now()
/** Share of the minutes that the random kinds get in any case, however long the other tests take. */
const leastChance = 1 / 3
const { values, positionals } = parsedOrEnd()
const seed = Number(values.seed ?? beganAt % 2 ** 28)
if (values.replay !== undefined) {
  const same = () => `pnpm test:deep --replay ${values.replay}`
  const env = { WARAQ_DEEP: '1', WARAQ_REPLAY: values.replay }
  end(await runVitest(['--project', 'random', 'test/random/replay'], { env, minutes: 60, again: same }))
}
if (values.help) help()
const minutes = Number(values.minutes)
const groups = orEnd(() =>
  groupsNamed(values.file === undefined ? positionals : [groupOf(values.file)]),
).filter(
  // It has just run.
  ({ name }) => !(values['after-test'] && name === 'chromium'),
)
const inBrowsers = groups.some(({ name }) => name === 'browsers')
const chosen = inBrowsers ? orEnd(chosenBrowsers) : []
installOrEnd()

forgetOutcome('deep')
const enumerated = await runEnumerated()
const chance = await runByChance()
const outcome = sumOf([enumerated, chance.outcome])
keepOutcome('deep', outcome)

console.log(`\n${timesTable(enumerated.files)}`)
for (const line of [...chance.lines, ...failureLines(outcome)]) console.log(line)
if (values['after-test']) console.log(`NOT RUN, left to other seeds: ${leftOutBy(seed).join(', ')}`)
for (const name of inBrowsers ? allBrowsers.filter((each) => !chosen.includes(each)) : [])
  console.log(`${name}: NOT RUN, left out by WARAQ_BROWSERS`)
end(outcome)

function parsedOrEnd() {
  return orEnd(() => {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '20' },
        seed: { type: 'string' },
        replay: { type: 'string' },
        thorough: { type: 'boolean', default: false },
        'after-test': { type: 'boolean', default: false },
        file: { type: 'string' },
        store: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const { minutes: given, seed: first = '0', store } = parsed.values
    if (store !== undefined) process.env['WARAQ_CHROMIUM_STORE'] = store
    chromiumStore()
    if (!(Number(given) > 0)) throw new Error('Say for how many minutes: pnpm test:deep --minutes 20')
    if (!/^\d+$/.test(first)) throw new Error('A seed is a whole number: pnpm test:deep --seed 7')
    return parsed
  })
}

/** @template T @param {() => T} make @returns {T} */
function orEnd(make) {
  try {
    return make()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(2)
  }
}

/** Looks for all programs that the groups need, so that everything that is missing is said at once. */
function installOrEnd() {
  const needed = groups.flatMap(({ name, needs }) => (name === 'browsers' ? chosen : needs))
  if ([...new Set(needed)].map(findOrInstall).includes(false)) process.exit(1)
}

/** @returns {Promise<Outcome>} of the tests that are the same each time */
async function runEnumerated() {
  const projects = groups.flatMap((group) => group.projects)
  if (projects.length === 0) return nothing
  // Here, so that projects that begin side by side do not build side by side.
  if (projects.includes('journeys') || projects.includes('browsers')) await buildOnce()
  const places = values.file === undefined ? groups.flatMap((group) => group.folders) : [values.file]
  const leftOut = values['after-test'] ? leftOutBy(seed) : []
  if (process.env['WARAQ_CHROMIUM_STORE']) return runOn(chromiumStore(), places, leftOut)
  const moved = values['after-test'] ? movedBy(seed) : []
  const others = onOtherStore(places)
  const there = values['after-test']
    ? moved.filter((path) => others.some((place) => path.startsWith(place)))
    : others
  const first = await runOn('leveldb', places, [...leftOut, ...moved])
  if (there.every((path) => leftOut.includes(path))) return first
  const second = await runOn('sqlite', there, leftOut)
  return sumOf([first, second])
}

/**
 * Runs these folders and files in this store of Chromium's.
 *
 * @param {import('./browsers.mjs').ChromiumStore} store
 * @param {readonly string[]} places
 * @param {readonly string[]} leftOut
 */
async function runOn(store, places, leftOut) {
  const here = groups.filter(({ folders }) =>
    places.some((place) => folders.some((folder) => place.startsWith(folder) || place.endsWith(folder))),
  )
  const projects = [...new Set(here.flatMap((group) => group.projects))]
  const env = {
    WARAQ_DEEP: '1',
    WARAQ_SEED: String(seed),
    WARAQ_CHROMIUM_STORE: store,
    WARAQ_LEFT_OUT: leftOut.join(','),
    ...(values.thorough ? { WARAQ_THOROUGH: '1' } : {}),
    ...(values['after-test'] ? { WARAQ_AFTER_TEST: '1' } : {}),
  }
  const outcome = await runVitest([...projects.flatMap((name) => ['--project', name]), ...places], {
    env,
    minutes: values.thorough ? 240 : 60,
    again: (path) => again(path, store),
  })
  console.log(`With Chromium's store ${store}: ${countsLine(outcome)}`)
  return outcome
}

/** @returns {Promise<{ outcome: Outcome, lines: readonly string[] }>} of the random kinds */
async function runByChance() {
  const names = groups.flatMap(({ kinds }) => kinds)
  if (names.length === 0 || values.file !== undefined) return { outcome: nothing, lines: [] }
  const folder = mkdtempSync(join(tmpdir(), 'waraq-deep-'))
  try {
    const reports = [0, 1].map((lane) => join(folder, `${lane}.json`))
    console.log(
      `\nBy chance, with ${names.join(', ')}; the first seed is ${seed}: pnpm test:deep --seed ${seed}`,
    )
    const until = Math.max(beganAt + minutes * 60_000, Date.now() + leastChance * minutes * 60_000)
    /** @type {LaneOrder} */
    const order = { until, seed, names, reports }
    const progress = setInterval(() => printProgress(reports), 60_000)
    const options = ['--project', 'random', 'test/random/first-core', 'test/random/second-core', '--silent']
    const outcome = await runVitest(options, {
      env: { WARAQ_DEEP: '1', WARAQ_LANES: JSON.stringify(order) },
      // A turn under way is finished.
      minutes: minutes + 20,
      again: () => `pnpm test:deep ${groups.map(({ name }) => name).join(' ')} --seed ${seed}`,
    })
    clearInterval(progress)
    return { outcome, lines: linesOf(reports.flatMap(readLane)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} file @returns {LaneReport[]} none where the lane has not done anything yet */
function readLane(file) {
  if (!existsSync(file)) return []
  try {
    return [JSON.parse(readFileSync(file, 'utf8'))]
  } catch {
    // It is being written.
    return []
  }
}

/** @param {readonly string[]} reports */
function printProgress(reports) {
  const lanes = reports.flatMap(readLane)
  const counts = sums(lanes).map(({ name, done }) => `${done.toLocaleString('en')} ${name}`)
  const passed = Math.round((Date.now() - beganAt) / 60_000)
  console.log(
    `${passed} min: ${counts.join(', ')}, ${lanes.flatMap((lane) => lane.failures).length} failures`,
  )
}

/** The results of all lanes, by kind. @param {readonly LaneReport[]} lanes */
function sums(lanes) {
  /** @type {Map<string, { name: string, done: number, seconds: number, counts: Record<string, number>, seeds: string[] }>} */
  const kinds = new Map()
  for (const { name, done, seconds, counts, firstSeed, nextSeed } of lanes.flatMap((lane) => lane.kinds)) {
    const kind = kinds.get(name) ?? { name, done: 0, seconds: 0, counts: {}, seeds: [] }
    kinds.set(name, kind)
    kind.done += done
    kind.seconds += seconds
    for (const [what, count] of Object.entries(counts)) kind.counts[what] = (kind.counts[what] ?? 0) + count
    if (nextSeed > firstSeed) kind.seeds.push(`${firstSeed}..${nextSeed - 1}`)
  }
  return [...kinds.values()]
}

/** @param {readonly LaneReport[]} lanes */
function linesOf(lanes) {
  const reached = sums(lanes).map(({ name, done, seconds, counts, seeds }) => {
    const also = Object.entries(counts).map(([what, count]) => `, ${count.toLocaleString('en')} ${what}`)
    const perMinute = Math.round((done / seconds) * 60).toLocaleString('en')
    return `  ${done.toLocaleString('en')} ${name}${also.join('')}: ${perMinute} a minute of processor time, seeds ${seeds.join(' and ')}`
  })
  const failures = lanes
    .flatMap((lane) => lane.failures)
    .map(({ replay, message }) => `\n${message.slice(0, 4000)}\nAgain: pnpm test:deep --replay ${replay}`)
  return ['Reached by chance:', ...reached, ...failures]
}

/**
 * The command that repeats one file, with the share of cases and the store that it had.
 *
 * @param {string} path
 * @param {import('./browsers.mjs').ChromiumStore} store
 */
function again(path, store) {
  const same = values.thorough ? ['--thorough'] : []
  return ['pnpm test:deep --file', path, '--seed', seed, ...same, '--store', store].join(' ')
}

/** @returns {never} */
function help() {
  console.log(`pnpm test:deep [group...] [--minutes 20] [--seed 7] [--thorough] [--store sqlite]

  pnpm test:deep crash hostile --minutes 10      these groups
  pnpm test:deep --file test/site/built.e2e.test.ts --seed 7   one file, with the share of cases that this seed takes
  pnpm test:deep lifecycle --store sqlite        in one of Chromium's stores of IndexedDB, and not in both
  pnpm test:deep --replay plans:88               one failure of a random kind, as it was printed

A failing run ends with the commands that repeat just what failed. The groups:
${allGroups.map(({ name, what }) => `  ${name.padEnd(14)} ${what}`).join('\n')}`)
  process.exit(0)
}

/** @param {Outcome} outcome @returns {never} */
function end(outcome) {
  console.log(`${((Date.now() - beganAt) / 60_000).toFixed(1)} minutes`)
  console.log(countsLine(outcome))
  process.exit(isGood(outcome) ? 0 : 1)
}
