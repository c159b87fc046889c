import { inventory, type StoredItem } from '@/lib/consent/inventory'

/** The inventory of one category of browser storage. */
export function StoredItems({ category }: { category: StoredItem['category'] }) {
  const items = inventory.filter((item) => item.category === category)
  return (
    <ul>
      {items.map(({ name, kind, purpose, lifetime, setBy }) => (
        <li key={name}>
          <code>{name}</code> ({kind}, set by {setBy}, {lifetime}): {purpose}
        </li>
      ))}
    </ul>
  )
}
