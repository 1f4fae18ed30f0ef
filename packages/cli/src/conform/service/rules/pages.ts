import { perPageLimits } from '@waraq/protocol'
import type { Expected } from '../../../doctor/checks/refusals.ts'
import type { Probe } from '../../../doctor/probe.ts'
import { differs, failed, untested, ok, type CheckResult } from '../../../doctor/report.ts'
import { readBatch, type Batch } from '../../../service/page-set.ts'
import { firstTwice, nameOf, noChanges, readSince, refusalOf, resourceOf, syncPath } from '../ask.ts'
import { written, type Rule } from '../rule.ts'

const onePage = untested('There are too few resources for two pages.')
const cursor = written.sync('cursor')

/** Makes a rule about a batch that is read in several pages. */
function ofPages(
  name: string,
  assumes: string,
  from: string,
  run: (set: Batch, perPage: number, probe: Probe) => Promise<CheckResult> | CheckResult,
): Rule {
  return {
    name,
    assumes,
    from,
    run: async (probe) => {
      const { set, perPage } = await probe.inSmallPages()
      return set.pages.length < 2 ? onePage : run(set, perPage, probe)
    },
  }
}

const bound = ofPages(
  'pages_bound',
  'All pages of a set have the same sync_until_sequence.',
  written.engine(2),
  ({ pages, sharesBound }) =>
    sharesBound
      ? ok(`${pages.length} pages have the bound ${pages[0]!.sync_until_sequence}.`)
      : differs(
          `${pages.length} pages have bounds from ${pages[0]!.sync_until_sequence} to ${pages.at(-1)!.sync_until_sequence}.`,
          'A client cannot tell what its copy is complete up to; the engine forgets the set.',
        ),
)

const size = ofPages(
  'pages_size',
  'No page has more changes than per_page.',
  written.sync('per_page'),
  ({ pages }, perPage) => {
    const most = Math.max(...pages.map(({ mutations }) => mutations.length))
    if (most <= perPage) return ok(`Pages of ${perPage} have at most ${most} changes.`)
    return differs(
      `A page of ${perPage} has ${most} changes.`,
      'A client that has memory for what it asked for has too little.',
    )
  },
)

const lastToken = ofPages(
  'pages_token',
  'Only the last page of a set has a next_sync_token.',
  written.sync('next_sync_token'),
  ({ pages }) => {
    const early = pages.findIndex(({ has_more, next_sync_token }) => has_more && next_sync_token)
    if (early < 0) return ok(`Of ${pages.length} pages the last has it.`)
    return differs(
      `Page ${early + 1} of ${pages.length} has one.`,
      'A client that stores it never asks for the pages that follow.',
    )
  },
)

const whole = ofPages(
  'pages_whole',
  'A set in small pages has what it has in one: nothing twice, and nothing lost between two pages.',
  written.sync('next_page_url'),
  async (set, perPage, probe) => {
    const { filter } = await probe.everything()
    const one = await readSince(probe, filter)
    if (one.bound !== set.bound) return untested('The service changed between the two.')
    const [names, wanted] = [set.mutations.map(resourceOf), one.mutations.map(resourceOf)]
    const twice = firstTwice(names)
    const lost = wanted.filter((name) => !names.includes(name))
    if (lost.length > 0)
      return differs(
        `In pages of ${perPage}, ${lost.length} of ${wanted.length} resources did not come, such as ${lost[0]}.`,
        'A client never gets them, or takes them for withdrawn.',
      )
    if (twice !== undefined)
      return differs(`In pages of ${perPage}, ${twice} comes twice.`, 'It is downloaded twice.')
    return ok(`${set.pages.length} pages have the ${wanted.length} resources of one.`)
  },
)

const steady: Rule = {
  name: 'pages_steady',
  assumes: 'What happens while a set is read comes with the next set, and changes nothing of this one.',
  from: cursor,
  run: async (probe) => {
    const { filter } = await probe.everything()
    const { client } = probe.connection
    const { token } = await readSince(probe, filter)
    await probe.bring('rows')
    const expected = await readSince(probe, filter, token)
    if (expected.mutations.length < 2) return noChanges
    let between = 0
    const perPage = Math.max(1, Math.min(100, Math.floor(expected.mutations.length / 4)))
    const set = await readBatch(client, { filter, syncToken: token, perPage }, async () => {
      if (between++ === 0) await probe.bring('rows')
    })
    const later = await readSince(probe, filter, set.token)
    const reported = new Set([...set.mutations, ...later.mutations].map(nameOf))
    const all = await readSince(probe, filter, token)
    const lost = all.mutations.filter(
      (change) => change.sequence <= later.bound && !reported.has(nameOf(change)),
    )
    const follows = 'A client never gets them.'
    if (lost.length > 0)
      return differs(`${lost.length} of ${all.mutations.length} changes came with neither set.`, follows)
    const crossed = set.mutations.filter(({ sequence }) => sequence > set.pages[0]!.sync_until_sequence)
    if (crossed.length > 0)
      return differs(
        `${crossed.length} changes came that happened after the set began.`,
        'A client that begins a set anew applies them twice, or not at all.',
      )
    return ok(`${set.mutations.length} changes came with the set, ${later.mutations.length} with the next.`)
  },
}

/** Makes a rule about the refusal of a request for the second page that differs from the given address in one parameter. */
function crooked(
  name: string,
  assumes: string,
  change: Readonly<Record<'resources' | 'per_page' | 'cursor', string | undefined>>,
  from: string,
  expected: Expected,
): Rule {
  return {
    name,
    assumes,
    from,
    run: async (probe) => {
      const { set } = await probe.inSmallPages()
      const address = set.pages[0]!.next_page_url
      if (set.pages.length < 2 || !address) return onePage
      const parameters = Object.fromEntries(new URLSearchParams(address.slice(address.indexOf('?'))))
      if (parameters['cursor'] === undefined) return failed('next_page_url has no cursor.')
      const given = Object.entries(change).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      )
      return refusalOf(probe, syncPath({ ...parameters, ...Object.fromEntries(given) }), expected)
    },
  }
}

const unchanged = { resources: undefined, per_page: undefined, cursor: undefined }

const cursorFilter = crooked(
  'cursor_filter',
  'A cursor with another filter than its own is refused with 422 cursor_filter_mismatch.',
  { ...unchanged, resources: 'articles:1' },
  written.sync('422'),
  {
    subject: 'A cursor with another filter',
    status: 422,
    code: 'cursor_filter_mismatch',
    body: 'content-sync',
    follows: 'A client gets the pages of one set with those of another, and cannot tell.',
  },
)

const cursorPerPage = crooked(
  'cursor_per_page',
  'A cursor with another per_page than its own is refused with 422 cursor_per_page_mismatch.',
  { ...unchanged, per_page: String(perPageLimits.most - 1) },
  written.sync('422'),
  {
    subject: 'A cursor with another per_page',
    status: 422,
    code: 'cursor_per_page_mismatch',
    body: 'content-sync',
    follows: 'Where pages are counted, records are lost or come twice.',
  },
)

const cursorForged = crooked(
  'cursor_forged',
  'A cursor that the service never made is refused with 410 resync_required.',
  { ...unchanged, cursor: 'waraq-conform-is-no-cursor' },
  written.sync('410'),
  {
    subject: 'A cursor that is none',
    status: 410,
    code: 'resync_required',
    body: 'content-sync',
    follows: 'A client with a damaged cursor does not begin anew: it misses changes, or goes on failing.',
  },
)

const perPage: Rule = {
  name: 'per_page_limit',
  assumes: 'A per_page above 100 is refused with 422 invalid_per_page.',
  from: written.sync('per_page'),
  run: async (probe) => {
    const { filter } = await probe.everything()
    const parameters = { resources: filter, bootstrap: 'true', per_page: String(perPageLimits.most + 1) }
    return refusalOf(probe, syncPath(parameters), {
      subject: 'A per_page of 101',
      status: 422,
      code: 'invalid_per_page',
      body: 'content-sync',
      follows: 'A client cannot rely on the limit that is documented.',
    })
  },
}

export const pageRules: readonly Rule[] = [
  bound,
  size,
  lastToken,
  whole,
  steady,
  cursorFilter,
  cursorPerPage,
  cursorForged,
  perPage,
]
