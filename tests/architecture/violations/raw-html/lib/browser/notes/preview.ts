import 'client-only'

/** Shows a note while it is written. */
export function showPreview(place: Element, html: string): void {
  place.innerHTML = html
}
