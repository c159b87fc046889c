import 'client-only'

export function rememberPage(path: string): void {
  window['sessionStorage'].setItem('last-page', path)
}
