import { buildOnce } from '../scripts/build-once.mjs'

/** Set-up of tests that open the demo: it is built. */
export default async function buildDemo(): Promise<void> {
  await buildOnce()
}
