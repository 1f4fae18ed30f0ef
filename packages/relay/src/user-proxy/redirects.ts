/**
 * Whether an answer leads elsewhere: as runtimes tell it that follow none, hide it behind status 0, or followed it all the same.
 */
export function isRedirect({ status, redirected }: Response): boolean {
  return redirected || status < 200 || (status >= 300 && status < 400)
}
