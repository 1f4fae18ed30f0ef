/** Index of the tool that a key moves to, out of `count`; null for other keys. Tools are in reading direction. */
export function toolAfter(key: string, index: number, count: number, isRtl: boolean): number | null {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (index + 1) % count
  if (key === back) return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Moves the focus within its toolbar. Returns whether the key was handled. */
export function moveInToolbar({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  if (!(target instanceof HTMLElement)) return false
  const tools = [...(target.closest('[role="toolbar"]')?.querySelectorAll('button') ?? [])]
  const index = tools.findIndex((tool) => tool.contains(target))
  if (index < 0) return false
  const next = toolAfter(key, index, tools.length, getComputedStyle(target).direction === 'rtl')
  if (next === null) return false
  tools[next]!.focus()
  return true
}
