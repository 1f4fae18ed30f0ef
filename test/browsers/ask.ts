import type { BrowserTab } from './drivers/driver.ts'

/** Does something in a page; what goes there and comes back is plain data. */
export async function ask<Given extends readonly unknown[], Answer>(
  tab: Pick<BrowserTab, 'evaluate'>,
  work: (...given: Given) => Answer,
  ...given: Given
): Promise<Awaited<Answer>> {
  const call = `(${String(work)})(...${JSON.stringify(given)})`
  // In an async function of its own, so that an error that is thrown at once is a rejection, too.
  const text = await tab.evaluate(`(async () => JSON.stringify({ answer: await ${call} }))()`)
  return (JSON.parse(text) as { answer: Awaited<Answer> }).answer
}
