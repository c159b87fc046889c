/** A colour of six digits (`#rrggbb`), as `getComputedStyle` has it. */
export function computedColor(hex: string): string {
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`
}
