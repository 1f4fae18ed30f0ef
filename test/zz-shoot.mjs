import { chromium } from 'playwright-core'
import { startDemo } from '../demo/scripts/serve.mjs'
const only = process.argv[2] ?? ''
const out = '/tmp/i6/shots/reading'
const demo = await startDemo({ audio: process.env.AUDIO ? [process.env.AUDIO] : [] })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ') })
const ctx = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-write','clipboard-read'] })
const page = await ctx.newPage()
page.on('console', m => { if (/error|warn/.test(m.type())) console.log('console', m.type(), m.text().slice(0, 300)) })
page.on('pageerror', e => console.log('pageerror', e.message))
await page.goto(demo.url)
await page.evaluate(() => localStorage.setItem('waraq.settings.1', JSON.stringify({ language: 'en', theme: 'light' })))
await page.goto(demo.url + '#/library'); await page.reload()
await page.getByTestId('screen-library').waitFor().catch(()=>{})
await page.waitForTimeout(1500)
const keys = (process.env.KEYS ?? 'translations:20,translations:131,tafsirs:169,word_by_word_translations:59,word_by_word_transliterations:60,recitations:7').split(',')
for (const key of keys) {
  const [g, id] = key.split(':')
  const box = page.locator(`[data-testid="${key}"], [data-testid="resource-${key}"], [data-testid="${g.slice(0,-1)}-${id}"], [data-resource="${key}"]`).getByRole('checkbox').first()
  await box.check({ timeout: 4000 }).catch((e) => console.log("no box", key, e.message.slice(0,600)))
}
console.log('subscribed')
const t0 = Date.now()
await page.waitForFunction(async (n) => {
  const dbs = await indexedDB.databases(); return dbs.length > 0
}, 1)
for (let i = 0; i < 120; i++) {
  const text = await page.locator('body').innerText()
  if (/synced (just now|\d)/i.test(text) && !/Fetching:|Syncing/.test(text)) break
  await page.waitForTimeout(1000)
}
console.log('synced after', Date.now() - t0)
const set = (s) => page.evaluate((s) => { localStorage.setItem('waraq.settings.1', JSON.stringify({ ...JSON.parse(localStorage.getItem('waraq.settings.1')), ...s })) }, s)
export { page, demo, browser, ctx, out, set }
const mod = await import(process.argv[2])
await mod.default({ page, demo, browser, ctx, out, set })
await browser.close(); await demo.close(); process.exit(0)
