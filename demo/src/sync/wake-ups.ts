/** Moments at which a page should look after its content again. */
export interface WakeUps {
  readonly online: () => void
  readonly offline: () => void
  readonly visible: () => void
}

export function watchWakeUps({ online, offline, visible }: WakeUps): void {
  addEventListener('online', online)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') visible()
  })
}

/** One alarm at a time. A sleeping device rings late; `visible` covers that. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined

  set(at: number, ring: () => void): void {
    this.clear()
    this.#timer = setTimeout(ring, Math.max(0, at - Date.now()))
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
