/** The tables as the schema describes them, and as the migrations have made them. */
import { getTableConfig, type IndexedColumn } from 'drizzle-orm/pg-core'
import { ephemeralTables, tables } from '@/lib/server/database/database'

/** Runs a query whose rows have one column, `row`. */
export type RunQuery = (query: string) => Promise<unknown[][]>

type Shape = { columns: string[]; indexes: string[] }

export function expectedShape(): Shape {
  const configs = Object.values({ ...tables, ...ephemeralTables }).map(getTableConfig)
  const columns = configs.flatMap(({ name, columns: list }) =>
    list.map((column) => describeColumn([name, column.name, column.getSQLType(), column.notNull])),
  )
  const indexes = configs.flatMap(({ name: table, columns: list, indexes: more }) => [
    ...list.filter(({ primary }) => primary).map(({ name }) => `${table} ${table}_pkey unique (${name})`),
    ...list
      .filter(({ isUnique }) => isUnique)
      .map(({ name, uniqueName }) => `${table} ${uniqueName} unique (${name})`),
    ...more.map(({ config }) => {
      const names = config.columns.map((column) => (column as IndexedColumn).name)
      return `${table} ${config.name} ${config.unique ? 'unique ' : ''}(${names.join(', ')})`
    }),
  ])
  return { columns: columns.sort(), indexes: indexes.sort() }
}

export async function foundShape(ask: RunQuery): Promise<Shape> {
  const columns = await ask(`
    select json_build_array(c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as row
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
  const indexes = await ask(`
    select json_build_array(t.relname, i.relname, case when x.indisunique then 'unique ' else '' end,
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a where a.attrelid = i.oid)) as row
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace`)
  return {
    columns: columns.map(describeColumn).sort(),
    indexes: indexes.map(([table, name, unique, names]) => `${table} ${name} ${unique}(${names})`).sort(),
  }
}

function describeColumn([table, name, type, isNotNull]: unknown[]): string {
  return `${table}.${name} ${String(type).replace('timestamp (', 'timestamp(')}${isNotNull ? ' not null' : ''}`
}
