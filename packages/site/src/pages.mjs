/**
 * The pages of the site and their sources. The navigation and the list for language models are made from this table.
 *
 * @typedef {object} Page
 * @property {string} path its address
 * @property {string} title
 * @property {readonly string[]} from files of the repository, or sections of them by their name: `README.md#licence`.
 *   `own` is this package's folder of that name; `made` names a text that `made.mjs` generates.
 *
 * @typedef {object} Group
 * @property {string} title
 * @property {readonly Page[]} pages
 */

const own = (/** @type {string} */ name) => `packages/site/own/${name}.md`

/** @type {(path: string, title: string, ...from: string[]) => Page} */
const page = (path, title, ...from) => ({ path, title, from })

/** @type {readonly Group[]} */
export const groups = [
  {
    title: 'Begin',
    pages: [
      page('getting-started', 'Getting started', 'GETTING-STARTED.md'),
      page('promises', 'What it promises', 'README.md#what-it-promises'),
      page('compare', 'Compared with others', own('compare')),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page(
        'guides/subscriptions',
        'Subscriptions and syncs',
        'packages/waraq/GUIDE.md#subscriptions',
        'packages/waraq/GUIDE.md#syncs',
      ),
      page('guides/reading', 'Reading', 'packages/waraq/READING.md', 'packages/waraq/GUIDE.md#the-store'),
      page('guides/freshness', 'Freshness and the service’s terms', own('guides/freshness')),
      page('guides/storage', 'Storage', 'packages/waraq/OPTIONS.md#storage'),
      page(
        'guides/tabs-and-workers',
        'Tabs and workers',
        'packages/waraq/GUIDE.md#tabs-and-problems',
        'packages/waraq/OPTIONS.md#the-worker',
      ),
      page(
        'guides/service-worker',
        'Service worker',
        own('guides/service-worker'),
        'packages/waraq/OPTIONS.md#in-the-background',
      ),
      page(
        'guides/which-relay',
        'Which relay',
        'packages/relay/GUIDE.md#choosing-a-handler',
        'packages/relay/GUIDE.md#authorization',
        'packages/relay/SECURITY.md#which-mode-to-choose',
      ),
      page('guides/hosting-the-relay', 'Where the relay runs', 'packages/relay/GUIDE.md#hosting'),
      page(
        'guides/server-rendering',
        'Server rendering',
        'packages/waraq/GUIDE.md#on-a-server',
        'packages/waraq/GUIDE.md#the-text-before-everything-else',
      ),
      page('guides/react', 'React', 'packages/waraq/REACT.md'),
      page(
        'guides/frameworks',
        'Vue, Svelte, Solid and Angular',
        'packages/waraq/GUIDE.md#vue-svelte-solid-and-angular',
      ),
      page('guides/user-data', 'User data', 'packages/waraq/USER-DATA.md'),
      page(
        'guides/recordings-and-fonts',
        'Recordings and fonts',
        'packages/waraq/READING.md#recordings',
        'packages/waraq/READING.md#fonts',
      ),
      page('guides/search', 'Search', 'packages/waraq/SEARCH.md'),
      page(
        'guides/testing',
        'Testing with the sandbox',
        'packages/sandbox/GUIDE.md#in-your-tests',
        'packages/sandbox/GUIDE.md#changing-it',
        'packages/sandbox/GUIDE.md#faults',
      ),
      page('guides/environments', 'Several environments', 'packages/waraq/OPTIONS.md#environments'),
      page('guides/moving', 'From a client of your own', own('guides/moving')),
      page('guides/developing', 'While developing', 'packages/waraq/OPTIONS.md#while-developing'),
      page('guides/record-type', 'Adding a record type', 'ARCHITECTURE.md#add-a-record-type'),
    ],
  },
  {
    title: 'How it works',
    pages: [
      page('how/overview', 'Overview', 'ARCHITECTURE.md#the-path-of-a-row', 'ARCHITECTURE.md#glossary'),
      page('how/a-run', 'A run', 'made:run', 'packages/waraq/src/sync/PROTOCOL.md'),
      page('how/store', 'Storage format', 'packages/waraq/src/store/FORMAT.md'),
      page(
        'how/tabs',
        'Tabs, page and worker',
        'packages/waraq/src/sync/PROTOCOL.md#several-tabs',
        'packages/waraq/src/sync/PROTOCOL.md#page-and-worker',
      ),
      page('how/user-data', 'User data inside', 'ARCHITECTURE.md#the-path-of-a-mutation'),
      page('how/relay', 'The relay inside', 'ARCHITECTURE.md#the-relay', 'ARCHITECTURE.md#security'),
      page('how/protocol', 'Specification', 'packages/waraq/SPEC.md'),
      page('how/service', 'A million readers', 'packages/waraq/SERVICE.md'),
      page('how/relay-security', 'Security of the relay', 'packages/relay/SECURITY.md'),
      page('how/pending-changes', 'Decisions about pending changes', 'packages/waraq/DECISIONS.md'),
      page('how/two-devices', 'Two devices', 'packages/waraq/TWO-DEVICES.md'),
      page('how/decisions', 'Decisions', own('decisions')),
      page('how/packages', 'Packages', 'made:packages', 'README.md#packages'),
      page('how/architecture', 'Layers of the code', 'ARCHITECTURE.md'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('reference/errors', 'Errors', 'made:errors'),
      page('reference/mistakes', 'Mistakes', 'packages/waraq/MISTAKES.md'),
      page('reference/options', 'Options of the engine', 'packages/waraq/OPTIONS.md'),
      page(
        'reference/relay-options',
        'Options of the relay',
        'packages/relay/GUIDE.md#options',
        'packages/relay/GUIDE.md#environment-of-the-command',
      ),
      page('reference/status', 'Status', 'made:status'),
      page('reference/sizes', 'Sizes', 'SIZES.md'),
      page('reference/doctor', 'The command waraq', 'packages/cli/GUIDE.md'),
      page('reference/conform', 'The conformance kit', 'packages/cli/CONFORM.md'),
      page('reference/user-operations', 'Operations of user data', 'packages/waraq/USER-OPERATIONS.md'),
      page('reference/sandbox-users', 'Users of the sandbox', 'packages/sandbox/USER.md'),
    ],
  },
  {
    title: 'Packages',
    pages: [
      page('packages/waraq', 'waraq', 'packages/waraq/GUIDE.md'),
      page('packages/client', 'waraq/client', 'packages/waraq/CLIENT.md'),
      page('packages/protocol', '@waraq/protocol', 'packages/protocol/GUIDE.md'),
      page('packages/relay', '@waraq/relay', 'packages/relay/GUIDE.md'),
      page('packages/sandbox', '@waraq/sandbox', 'packages/sandbox/GUIDE.md'),
      page('packages/create-waraq', 'create-waraq', 'packages/create-waraq/README.md'),
    ],
  },
  {
    title: 'Figures',
    pages: [
      page('figures/benchmarks', 'Benchmarks', 'made:benchmarks', 'test/bench/results/README.md'),
      page('figures/report', 'The whole report', 'test/bench/results/report.md'),
      page('figures/firefox', 'In Firefox', 'test/bench/results/firefox.md'),
      page('figures/webkit', 'In WebKit', 'test/bench/results/webkit.md'),
      page('figures/slow', 'On a slowed page', 'test/bench/results/slow-4.md'),
      page('figures/site', 'This site', 'test/site/LIGHTHOUSE.md'),
      page('figures/how', 'How it is measured', 'test/bench/README.md'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('project/contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('project/versions', 'Versions', own('guides/versions')),
      page('project/support', 'Browsers and Node', 'test/SUPPORT.md'),
      page('project/changelog', 'Changelog', 'CHANGELOG.md'),
      page('project/security', 'Security policy', '.github/SECURITY.md'),
      page('project/conduct', 'Code of conduct', '.github/CODE_OF_CONDUCT.md'),
      page('project/demo', 'The demo', 'demo/GUIDE.md'),
      page('project/adopting', 'New applications', 'test/adopt/README.md'),
      page('project/third-party', 'What comes along', 'THIRD-PARTY.md'),
    ],
  },
]

/** Pages in Arabic. Their blocks of code are those of the page in English. */
export const arabic = [
  { ...page('ar/getting-started', 'البداية', own('ar/getting-started')), blocksOf: 'GETTING-STARTED.md' },
]
