import 'client-only'

export function countVisit(): void {
  document.cookie = 'visits=1'
}
