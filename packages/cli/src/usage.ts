export const usage = `waraq: for developers of applications that sync from a content service.

  waraq doctor              what the service does differently from what Waraq assumes; in about a minute
    --user                    an account's own data instead: its transport, the feed or the operations
    --origin URL              the page that will ask; default http://localhost:5173
    --watch 60                watch the feed for row changes, for so many minutes
    --record FILE             keep the answers, without tokens and secrets
    --replay FILE             examine recorded answers instead of a service

  waraq conform service     whether the service keeps to the interface, rule by rule
    --user                    the feed of user data instead, by an account
    --may-write               a collection may be made in this account, and deleted again
    --triggers URL           is asked by POST, as {"trigger": "rows"}, where the service has to do something

  waraq conform client MODULE, or -- COMMAND
                            whether a client makes one of the eight known mistakes; MODULE or COMMAND opens it
    --timeout 10              seconds for which one sync is waited for

  waraq inspect FILTER      what the change feed tells: translations:20;tafsirs:*
    --follow                  go on until interrupted
    --rounds 5                go on for so many rounds
    --interval 15             seconds between rounds
    --compare                 hold what the changes lead to against fresh snapshots, row by row

All, but conform client:
    --sandbox                 the service in a box, started for the command
    --content-root URL, --auth-url URL
                              addresses, instead of those of WARAQ_ENVIRONMENT
    --json                    for programs: one report, or a line for each event

Credentials come from WARAQ_CLIENT_ID and WARAQ_CLIENT_SECRET, or WARAQ_CLIENT_SECRET_FILE; the service from
WARAQ_ENVIRONMENT (prelive, production), or WARAQ_AUTH_URL and WARAQ_CONTENT_ROOT. For --user the token of a signed-in
user, from WARAQ_USER_TOKEN or WARAQ_USER_TOKEN_FILE, with WARAQ_CLIENT_ID and WARAQ_ENVIRONMENT or WARAQ_USER_ROOT.

The commands change what their own sandbox serves, and conform service what --triggers is asked for; else they read alone.

Ends with 0 where nothing differs, 1 where something does, 2 where that could not be seen.
`
