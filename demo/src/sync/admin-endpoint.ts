/**
 * The sandbox's admin endpoint. Its commands make the sandbox publish, withdraw and fail on demand. Its address comes from
 * the reader's server (`/config.json`); a deployment with a real service has none.
 */

/** A request to the endpoint: its path below `/admin/`, and its body. */
export interface AdminCommand {
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

interface Fault {
  readonly match?: Readonly<Record<string, unknown>>
  readonly effect: Readonly<Record<string, unknown>>
}

const fault = (spec: Fault): AdminCommand => ({ path: 'faults', body: { ...spec } })

/** Commands without arguments. */
export const commands = {
  snapshot503: fault({ match: { path: 'snapshot' }, effect: { status: 503 } }),
  cutBody: fault({
    match: { path: 'snapshot' },
    effect: { cutBody: { afterBytes: 4_000, ending: 'error' } },
  }),
  wait7Seconds: fault({
    match: { path: 'sync' },
    effect: { status: 429, headers: { 'retry-after': '7' } },
  }),
  expireTokens: { path: 'expire-tokens' },
  compactLog: { path: 'compact' },
  clearFaults: { path: 'faults/remove' },
} as const satisfies Readonly<Record<string, AdminCommand>>
export type CommandName = keyof typeof commands

export function withdraw(resource: string): AdminCommand {
  return { path: 'hide', body: { resource, reason: 'license_withdrawn' } }
}

export function restore(resource: string): AdminCommand {
  return { path: 'restore', body: { resource } }
}

export function correct(resource: string, key: number, text: string): AdminCommand {
  return { path: 'publish', body: { changes: [{ resource, update: { key, text } }] } }
}

export type AdminAnswer =
  { readonly ok: true; readonly sequence: number | null } | { readonly ok: false; readonly message: string }

export class AdminEndpoint {
  readonly #address: string

  /** `address` is the part before the commands: `http://127.0.0.1:4175/admin`. */
  constructor(address: string) {
    this.#address = address
  }

  async send({ path, body = {} }: AdminCommand): Promise<AdminAnswer> {
    try {
      const response = await fetch(`${this.#address}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { sequence?: unknown; message?: unknown }
      if (response.ok)
        return { ok: true, sequence: typeof answer.sequence === 'number' ? answer.sequence : null }
      return {
        ok: false,
        message: typeof answer.message === 'string' ? answer.message : String(response.status),
      }
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) }
    }
  }
}
