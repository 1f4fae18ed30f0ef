/** The tool that a key leads to, of so many; null for other keys. Tools stand in reading direction. */
export function toolAfter(key: string, index: number, count: number, isRtl: boolean): number | null {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (index + 1) % count
  if (key === back) return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Moves the focus within the toolbar that has it. Returns whether the key was for it. */
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
