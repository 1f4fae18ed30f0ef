/** The address of a recording, or the reason why it cannot be requested. */
export type AudioAddress =
  | { readonly url: string }
  | { readonly problem: 'not_set_up' }
  | { readonly problem: 'not_admitted'; readonly host: string }

/**
 * The address of a recording, as the service names it: whole, without a scheme, or without a host. `hosts` are the origins
 * that the reader's settings and its Content-Security-Policy admit; addresses without a host belong to the first one.
 */
export function audioAddress(url: string, hosts: readonly string[]): AudioAddress {
  const [first] = hosts
  if (first === undefined) return { problem: 'not_set_up' }
  if (!URL.canParse(url, first)) return { problem: 'not_admitted', host: url }
  const address = new URL(url, first)
  const admitted = hosts.some((host) => URL.canParse(host) && new URL(host).origin === address.origin)
  return admitted ? { url: address.href } : { problem: 'not_admitted', host: address.host || address.href }
}
