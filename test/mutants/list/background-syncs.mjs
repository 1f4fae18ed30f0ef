/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const waraq = 'packages/waraq/src'
const client = 'packages/waraq/src/client'
const timetable = [`${waraq}/sync/schedule/timetable.background.test.ts`]
const tired = [`${waraq}/sync/scenarios/tired-service.test.ts`]

/**
 * Who waits for a sync, what tries again, and how devices spread out after a failure.
 *
 * @type {readonly Mutant[]}
 */
export const backgroundSyncMutants = [
  {
    name: 'a sync is a background one although it was requested',
    promise: 'background syncs by need',
    file: `${waraq}/sync/schedule/gates.ts`,
    find: '  if (requested || inProgress?.requested) return false\n',
    replace: '  if (inProgress?.requested && !requested) return false\n',
    tests: timetable,
  },
  {
    name: 'a sync is a background one although a tab that is gone requested it',
    promise: 'background syncs by need',
    file: `${waraq}/sync/schedule/gates.ts`,
    find: 'if (requested || inProgress?.requested) return false',
    replace: 'if (requested || (requested && inProgress?.requested)) return false',
    tests: [`${waraq}/sync/schedule/gates.test.ts`],
  },
  {
    name: 'a reader who comes back to content of two days is given one try',
    promise: 'background syncs by need',
    file: `${waraq}/sync/schedule/timetable.ts`,
    find: 'isBackgroundSync(known, context.now, isReturn.has(trigger))',
    replace: "isBackgroundSync(known, context.now, isReturn.has('interval'))",
    tests: [`${waraq}/sync/schedule/timetable.on-trigger.test.ts`],
  },
  {
    name: 'all pages that slept through their turns sync as soon as they wake',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/timetable.ts`,
    find: 'return now - known.nextAt > bounds.lateMs && isBackgroundSync(known, now, false)',
    replace: 'return now - known.nextAt > Infinity && isBackgroundSync(known, now, false)',
    tests: [`${waraq}/sync/schedule/timetable.on-trigger.test.ts`],
  },
  {
    name: 'the return of the network undoes the spread after sleep',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/timetable.ts`,
    find: "if (known.reason === 'slept') return !isSeen",
    replace: "if (known.reason === 'slept' && context.now < 0) return !isSeen",
    tests: [`${waraq}/sync/schedule/timetable.on-trigger.test.ts`],
  },
  {
    name: 'a reader in sight waits for the spread after sleep',
    promise: 'current within seconds',
    file: `${waraq}/sync/schedule/timetable.ts`,
    find: 'const isSooner = nextAt < known.nextAt || (isSeen && hasSlept(known, context))',
    replace: 'const isSooner = nextAt < known.nextAt',
    tests: [`${waraq}/sync/schedule/timetable.on-trigger.test.ts`],
  },
  {
    name: 'a background wait without spread',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/delays.ts`,
    find: 'return from + least + (most - least) * random()',
    replace: 'return from + least + (most - least) * (random() < 2 ? 0.5 : 1)',
    tests: timetable,
  },
  {
    name: 'a date that the service told all devices brings them back in few seconds',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/delays.ts`,
    find: 'const most = Math.max(ceiling, from - now)',
    replace: 'const most = ceiling',
    tests: timetable,
  },
  {
    name: 'the return of the network undoes the spread after a named time',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/timetable.ts`,
    find: '    known.notBefore > context.now &&\n',
    replace: '    known.notBefore < 0 &&\n',
    tests: timetable,
  },
  {
    name: 'a background wait after a named time counts as implausible',
    promise: 'honest status',
    file: `${waraq}/sync/schedule/plausible.ts`,
    find: 'return bounds.longestAskedMs + bounds.longestBackgroundRetryMs',
    replace: 'return bounds.longestAskedMs + bounds.longestRetryMs',
    tests: timetable,
  },
  {
    name: 'a status names a time at which no sync begins',
    promise: 'honest status',
    file: `${waraq}/sync/schedule/delays.ts`,
    find: 'Math.max(ceiling / 3, networkFloorMs)',
    replace: 'Math.max(ceiling / 3, bounds.floorMs)',
    tests: timetable,
  },
  {
    name: 'after failures no device goes back to its turn',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/delays.ts`,
    find: 'if (failures === 0) return',
    replace: 'if (failures >= 0) return',
    tests: timetable,
  },
  {
    name: 'a release makes each page that starts sync at once',
    promise: 'coming back spreads out',
    file: `${waraq}/sync/schedule/timetable.ts`,
    find: ' && known.configuration === context.settings.configuration\n',
    replace: '\n',
    tests: timetable,
  },
  {
    name: 'a background sync tries each request five times',
    promise: 'one layer tries again',
    file: `${waraq}/sync/engine/writer-turns.ts`,
    find: 'background ? this.#clients.background : this.#clients.prompt',
    replace: 'background ? this.#clients.prompt : this.#clients.prompt',
    tests: tired,
  },
  {
    name: 'a person who asks gets one try',
    promise: 'one layer tries again',
    file: `${waraq}/sync/engine/writer-turns.ts`,
    find: 'background ? this.#clients.background : this.#clients.prompt',
    replace: 'background ? this.#clients.background : this.#clients.background',
    tests: tired,
  },
  {
    name: 'each subscription finds out for itself that the service fell over',
    promise: 'one layer tries again',
    file: `${waraq}/sync/run/run-all.ts`,
    find: 'meaningOf(error.code).wholeRun === true || failedFeed({ outcome, errorCode: error.code })',
    replace: 'meaningOf(error.code).wholeRun === true',
    tests: [`${waraq}/sync/run/run-all.test.ts`],
  },
  {
    name: 'a snapshot that the service refuses ends the round',
    promise: 'each by itself',
    file: `${waraq}/sync/run/run-all.ts`,
    find: "outcome !== 'partial' && errorCode",
    replace: 'errorCode',
    tests: [`${waraq}/sync/run/run-all.test.ts`],
  },
  {
    name: 'a feed that alone fails keeps the others back',
    promise: 'each by itself',
    file: `${waraq}/sync/engine/writer-turns.ts`,
    find: 'lastRun !== null && failedFeed(lastRun)',
    replace: 'lastRun === null && failedFeed({ outcome: "failed", errorCode: null })',
    tests: tired,
  },
  {
    name: 'a background sync gives a broken snapshot up',
    promise: 'one layer tries again',
    file: `${waraq}/sync/engine/engine.ts`,
    find: '{ ...delays, attempts: 1, brokenAttempts }',
    replace: '{ ...delays, attempts: 1, brokenAttempts: Math.min(1, brokenAttempts) }',
    tests: tired,
  },
  {
    name: 'a snapshot that is refused is asked for again like a broken one',
    promise: 'one layer tries again',
    file: `${client}/exchange/call.ts`,
    find: '(answer && isBroken(error) && request.brokenAttempts)',
    replace: 'request.brokenAttempts',
    tests: [`${client}/content-client.test.ts`],
  },
]
