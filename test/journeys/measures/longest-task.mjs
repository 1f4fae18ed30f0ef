/** The trace categories that `longestTask` needs. */
export const traceCategories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']

/**
 * An event of Chromium's trace; times are in microseconds.
 *
 * @typedef {{ name: string, ph: string, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent
 */

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])

/** @param {readonly TraceEvent[]} events */
function pageThreads(events) {
  const named = events.filter(({ name, ph }) => name === 'thread_name' && ph === 'M')
  return new Set(
    named.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
}

/**
 * The longest task of a page's main thread, in milliseconds, by the clock and by processor time: a busy machine lengthens
 * the one and not the other. `PerformanceObserver` tells of tasks above 50 ms only, a trace of all.
 *
 * @param {Buffer | undefined} trace
 */
export function longestTask(trace) {
  if (!trace) throw new Error('There is no trace: the browser was not launched by this script.')
  const { traceEvents } = /** @type {{ traceEvents: TraceEvent[] }} */ (JSON.parse(trace.toString()))
  const threads = pageThreads(traceEvents)
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && taskNames.has(name) && threads.has(`${pid} ${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace has no task of a page. Has Chromium renamed its events?')
  const longest = (/** @type {'dur' | 'tdur'} */ of) =>
    Math.max(...tasks.map((task) => task[of] ?? 0)) / 1_000
  return { wall: longest('dur'), cpu: longest('tdur') }
}
