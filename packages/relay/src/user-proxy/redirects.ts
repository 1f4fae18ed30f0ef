/**
 * Whether an answer is a redirect. Some runtimes give its status, some hide it behind status 0, and some follow it all the same.
 */
export function isRedirect({ status, redirected }: Response): boolean {
  return redirected || status < 200 || (status >= 300 && status < 400)
}
