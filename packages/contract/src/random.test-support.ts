/** The tests' one generator. By its path: the package has no dependency on what tests of others need. */
export { seeded, type Random } from '../../../test/support/random.ts'
