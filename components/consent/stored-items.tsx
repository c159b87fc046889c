import { inventory, type StoredItem } from '@/lib/consent/inventory'

/** What the site keeps in a browser for one purpose, as the inventory has it. */
export function StoredItems({ category }: { category: StoredItem['category'] }) {
  return (
    <ul>
      {inventory
        .filter((item) => item.category === category)
        .map(({ name, kind, purpose, lifetime, setBy }) => (
          <li key={name}>
            <code>{name}</code> ({kind}, by {setBy}, {lifetime}): {purpose}
          </li>
        ))}
    </ul>
  )
}
