/** The date on this device, today by default: `2026-11-25`. */
export function localDate(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
