import { inventory, type StoredItem } from '@/lib/consent/inventory'

/** The inventory of one category of browser storage. */
export function StoredItems({ category }: { category: StoredItem['category'] }) {
  return (
    <ul>
      {itemsOf(category).map(({ name, kind, purpose, lifetime, setBy }) => (
        <li key={name}>
          <code>{name}</code> ({kind}, set by {setBy}, {lifetime}): {purpose}
        </li>
      ))}
    </ul>
  )
}

/** Names a category's cookies, grouped by their lifetime. */
export function describeCookies(category: StoredItem['category']): string {
  const names = new Map<string, string[]>()
  for (const { kind, name, lifetime } of itemsOf(category)) {
    if (kind === 'cookie') names.set(lifetime, [...(names.get(lifetime) ?? []), name])
  }
  if (names.size === 0) return 'No cookies'
  return `Cookies: ${[...names].map(([lifetime, group]) => `${group.join(', ')} (${lifetime})`).join('; ')}`
}

const itemsOf = (category: StoredItem['category']) => inventory.filter((item) => item.category === category)
