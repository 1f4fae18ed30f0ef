const sandbox = 'packages/sandbox/src'

/** Folders whose tests ask for what is in them, or let it ask, over HTTP. */
export const areas: readonly string[] = [
  'packages/cli/src/conform/client/scripts',
  'packages/cli/src/conform/service/rules',
  'packages/cli/src/doctor/checks',
  'packages/cli/src/doctor/user',
  ...[
    'content',
    'faults',
    'http',
    ...[
      'activity-days',
      'bookmarks',
      'collections',
      'comments',
      'goals',
      'notes',
      'people',
      'posts',
      'preferences',
      'reading-sessions',
      'rooms',
      'streaks',
      'tags',
    ].map((area) => `user/${area}`),
  ].map((area) => `${sandbox}/${area}`),
]

/** Sources with logic that a test of another name holds. A source that gets a test of its own leaves the list. */
export const elsewhere: readonly {
  readonly source: string
  readonly heldBy: string
  readonly because: string
}[] = [
  {
    source: 'packages/cli/src/conform/client/open-by-command.ts',
    heldBy: 'test/conform/by-command.test.ts',
    because: 'It starts a client as a process, which is one that keeps its library in a file there.',
  },
  {
    source: 'packages/cli/src/conform/client/stage.ts',
    heldBy: 'packages/cli/src/conform/client/scripts/broken-clients.test.ts',
    because: 'Each script plays on it, to clients with and without the mistake that it is about.',
  },
  {
    source: 'packages/cli/src/conform/client/tab.ts',
    heldBy: 'packages/cli/src/conform/client/scripts/broken-clients.test.ts',
    because: 'A tab means something only with a client in it, which is ended, delayed and asked there.',
  },
  {
    source: 'packages/cli/src/doctor/probe.ts',
    heldBy: 'packages/cli/src/doctor/checks/odd-services.test.ts',
    because: 'It asks for what the checks look at; each oddity of a service goes through it.',
  },
  {
    source: 'packages/waraq/src/bindings/react/user/favorite-changes.ts',
    heldBy: 'packages/waraq/src/bindings/react/user/scenarios/user-hooks.test.tsx',
    because: 'What it shows meanwhile is what the hook of a favorite returns.',
  },
  {
    source: 'packages/cli/src/doctor/recording.ts',
    heldBy: 'packages/cli/src/scenarios/recorded.test.ts',
    because: 'A recording is right where a report made of it is that of the service itself.',
  },
  {
    source: 'packages/cli/src/inspect/copies.ts',
    heldBy: 'packages/cli/src/inspect/inspect.test.ts',
    because: 'Copies are begun, changed and withdrawn by what a feed tells over HTTP.',
  },
  {
    source: 'packages/cli/src/inspect/run.ts',
    heldBy: 'packages/cli/src/inspect/inspect.test.ts',
    because: 'Each inspection is looked at by its lines.',
  },
  {
    source: 'packages/cli/src/service/connection.ts',
    heldBy: 'packages/cli/src/doctor/checks/odd-services.test.ts',
    because: 'What it notes of answers is what the checks judge.',
  },
  {
    source: 'packages/waraq/src/client/user/read-answer.ts',
    heldBy: 'packages/waraq/src/client/user/user-client.test.ts',
    because: 'What it makes of an answer is what a call comes to.',
  },
  {
    source: 'packages/waraq/src/client/exchange/refused.ts',
    heldBy: 'packages/waraq/src/client/classify.test.ts',
    because: 'What a status says alone is there beside what the service says with it.',
  },
  {
    source: 'packages/waraq/src/client/answers.ts',
    heldBy: 'packages/waraq/src/client/scenarios/hostile-answers.test.ts',
    because: 'What it refuses are whole answers, which only a call gets.',
  },
  {
    source: 'packages/waraq/src/client/failures.ts',
    heldBy: 'packages/waraq/src/client/scenarios/answers-to-errors.test.ts',
    because: 'It makes the errors that calls end with; each is met there as its caller meets it.',
  },
  {
    source: 'packages/waraq/src/client/content-request.ts',
    heldBy: 'packages/waraq/src/client/content-client.test.ts',
    because: 'It describes requests; what is sent and refused by them shows in calls.',
  },
  {
    source: 'packages/waraq/src/client/exchange/exchange.ts',
    heldBy: 'packages/waraq/src/client/scenarios/answers-to-errors.test.ts',
    because: 'One exchange means something only together with tokens and retries.',
  },
  {
    source: 'packages/protocol/src/rows.ts',
    heldBy: 'packages/protocol/src/scenarios/schemas.test.ts',
    because: 'Schemas of rows: each is held with its traps in one table of all shapes.',
  },
  {
    source: 'packages/protocol/src/user/parts/cursor.ts',
    heldBy: 'packages/protocol/src/user/scenarios/traps.test.ts',
    because: 'What is easily got wrong of cursor pages stands there beside numbered ones.',
  },
  {
    source: 'packages/waraq/src/sync/engine/engine.ts',
    heldBy: 'packages/waraq/src/sync/scenarios/sync.test.ts',
    because: 'It puts the parts together and decides nothing itself; every scenario is a test of it.',
  },
  {
    source: 'packages/waraq/src/files/fetch-file.ts',
    heldBy: 'packages/waraq/src/quran/recordings/recordings.test.ts',
    because:
      'Each hostile host, kill and cut meets it where recordings are kept, with a host, a cache and a library.',
  },
  {
    source: 'packages/waraq/src/files/files.ts',
    heldBy: 'packages/waraq/src/quran/recordings/recordings.test.ts',
    because: 'It is the whole room, which recordings and fonts open as applications do.',
  },
  {
    source: 'packages/waraq/src/files/keep-files.ts',
    heldBy: 'packages/waraq/src/quran/recordings/recordings.test.ts',
    because: 'It is one turn of keeping files, with a host, a cache and a library.',
  },
  {
    source: 'packages/waraq/src/files/options.ts',
    heldBy: 'packages/waraq/src/quran/recordings/recordings.test.ts',
    because: 'What it fills in shows where files are kept: hosts, the saving of data, being online again.',
  },
  {
    source: 'packages/waraq/src/quran/recordings/recorded.ts',
    heldBy: 'packages/waraq/src/quran/recordings/recordings.test.ts',
    because: 'Its queries answer over a library, and the files that they name are kept there.',
  },
  {
    source: 'packages/waraq/src/quran/html/read-nodes.ts',
    heldBy: 'packages/waraq/src/quran/html/safe-nodes.browser.test.ts',
    because: 'It reads a DOM, which only a browser has; safeNodes hands it one.',
  },
  {
    source: 'packages/waraq/src/link/connection.ts',
    heldBy: 'packages/waraq/src/worker/remote-engine.loss.test.ts',
    because: 'Which worker answers, and when there is another one, is met with the engine that lives in it.',
  },
  {
    source: 'packages/waraq/src/link/link.ts',
    heldBy: 'packages/waraq/src/worker/remote-engine.calls.test.ts',
    because: 'One worker from its handshake to its end is met with the engine that lives in it.',
  },
  {
    source: 'packages/waraq/src/quran/readers/mushaf-words.ts',
    heldBy: 'packages/waraq/src/quran/readers/mushaf.test.ts',
    because: 'Verses over the ends of pages are made there, and asked of the readers.',
  },
  {
    source: 'packages/waraq/src/quran/readers/page-verses.ts',
    heldBy: 'packages/waraq/src/quran/readers/query.test.ts',
    because: 'A page is one way to say which verses a query is about.',
  },
  {
    source: 'packages/waraq/src/store/read/store-reads.ts',
    heldBy: 'packages/waraq/src/store/read/open-content-store.test.ts',
    because:
      'They are the reads of every store, with what they meet where the database is not as it should be.',
  },
  {
    source: 'packages/waraq/src/platform/leader/silent-leader.ts',
    heldBy: 'packages/waraq/src/platform/leader/leader-election.test.ts',
    because: 'Tests of the leadership show when a leader counts as silent: another one gets it.',
  },
  {
    source: 'packages/waraq/src/sync/engine/writer-turns.ts',
    heldBy: 'packages/waraq/src/sync/scenarios/dropped.test.ts',
    because: 'A turn is a whole sync: subscriptions, leadership, runs and tidying up take part.',
  },
  {
    source: 'packages/relay/src/access/answers.ts',
    heldBy: 'packages/relay/src/access/guard.test.ts',
    because: 'What each answer carries is what callers of a guarded handler see.',
  },
  {
    source: 'packages/relay/src/issuer/issuer.ts',
    heldBy: 'packages/relay/src/issuer/token-cache.test.ts',
    because: 'It is asked by the token cache; what it sends and takes shows there and in the relay.',
  },
  {
    source: 'packages/relay/src/node/serve.ts',
    heldBy: 'packages/relay/src/node/start-relay.test.ts',
    because: 'A server listens and ends with a handler in it.',
  },
  {
    source: 'packages/sandbox/src/sandbox.ts',
    heldBy: 'packages/sandbox/src/http/admin.test.ts',
    because: 'It puts the service together; what a test may do to it is asked for there.',
  },
  {
    source: 'packages/sandbox/src/service/content-service.ts',
    heldBy: 'packages/sandbox/src/http/sync-feed.test.ts',
    because: 'The service behind the routes, asked for over HTTP.',
  },
  {
    source: 'packages/sandbox/src/service/row-change.ts',
    heldBy: 'packages/sandbox/src/http/admin.test.ts',
    because: 'Changes are published over HTTP and told by the feed.',
  },
  {
    source: 'packages/sandbox/src/service/row-history.ts',
    heldBy: 'packages/sandbox/src/http/sync-feed.test.ts',
    because: 'What the feed tells of each row, over HTTP.',
  },
  {
    source: 'packages/sandbox/src/service/token-authority.ts',
    heldBy: 'packages/sandbox/src/http/issuer.test.ts',
    because: 'Tokens are issued and looked at over HTTP.',
  },
  {
    source: 'packages/sandbox/src/user/parts/lists.ts',
    heldBy: 'packages/sandbox/src/user/notes/note-lists.test.ts',
    because: 'Part of the routes of every area; lists with a cursor and with numbers are there.',
  },
  {
    source: 'packages/sandbox/src/user/parts/route.ts',
    heldBy: 'packages/sandbox/src/user/bookmarks/bookmarks.test.ts',
    because: 'Part of the routes of every area: scopes, bodies and refusals are met in each.',
  },
  {
    source: 'packages/waraq/src/search/answering/answer.ts',
    heldBy: 'packages/waraq/src/search/local-search.test.ts',
    because: 'Which reading of a query counts is seen in answers to whole queries.',
  },
  {
    source: 'packages/waraq/src/search/answering/candidates.ts',
    heldBy: 'packages/waraq/src/search/local-search.test.ts',
    because: 'What is found and in which order is seen in answers to whole queries.',
  },
]
