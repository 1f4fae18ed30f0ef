import { buildOnce } from '../scripts/build-once.mjs'

/** Set-up of the one journey of `pnpm test`, and of the tests in all browsers: the built demo, and nothing else. */
export default async function buildDemo(): Promise<void> {
  await buildOnce(['demo'])
}
