/**
 * Slows the page's main thread so many times. Chromium refuses to slow workers.
 *
 * @param {import('playwright-core').Page} page
 * @param {number} times 1: as it is
 */
export async function slowProcessor(page, times) {
  if (times === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}
