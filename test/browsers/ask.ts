import type { BrowserTab } from './drivers/driver.ts'

/** Runs a function in a page. Arguments and result are plain data. */
export async function ask<Given extends readonly unknown[], Answer>(
  tab: Pick<BrowserTab, 'evaluate'>,
  work: (...given: Given) => Answer,
  ...given: Given
): Promise<Awaited<Answer>> {
  const call = `(${String(work)})(...${JSON.stringify(given)})`
  // In an async function, so that a synchronous error becomes a rejection, too.
  const text = await tab.evaluate(`(async () => JSON.stringify({ answer: await ${call} }))()`)
  return (JSON.parse(text) as { answer: Awaited<Answer> }).answer
}
