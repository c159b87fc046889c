/** The tables of the schema, and those that the migrations created. */
import { is, SQL } from 'drizzle-orm'
import { getTableConfig, type IndexedColumn, PgDialect } from 'drizzle-orm/pg-core'
import { ephemeralTables, tables } from '@/lib/server/database/database'

/** Runs a query whose rows have one column, `row`. */
export type RunQuery = (query: string) => Promise<unknown[][]>

type Shape = { columns: string[]; indexes: string[]; foreignKeys: string[] }

export function expectedShape(): Shape {
  const configs = Object.values({ ...tables, ...ephemeralTables }).map(getTableConfig)
  const columns = configs.flatMap(({ name, columns: list }) =>
    list.map((column) => describeColumn([name, column.name, column.getSQLType(), column.notNull])),
  )
  const indexes = configs.flatMap(({ name: table, columns: list, indexes: more, primaryKeys }) => [
    ...list
      .filter(({ primary }) => primary)
      .map(({ name }) => `${table} ${table}_pkey unique btree (${name})`),
    ...primaryKeys.map((key) => `${table} ${key.getName()} unique btree (${namesOf(key.columns)})`),
    ...list
      .filter(({ isUnique }) => isUnique)
      .map(({ name, uniqueName }) => `${table} ${uniqueName} unique btree (${name})`),
    ...more.map(({ config }) => {
      const parts = config.columns.map((part) =>
        is(part, SQL) ? textOf(part, table) : (part as IndexedColumn).name,
      )
      const { unique, method = 'btree', where } = config
      const condition = where ? ` where ${textOf(where, table)}` : ''
      return `${table} ${config.name} ${unique ? 'unique ' : ''}${method} (${parts.join(', ')})${condition}`
    }),
  ])
  const foreignKeys = configs.flatMap(({ name: table, foreignKeys: keys }) =>
    keys.map((key) => {
      const { columns: from, foreignTable, foreignColumns } = key.reference()
      const to = `${getTableConfig(foreignTable).name} (${namesOf(foreignColumns)})`
      return `${table} ${key.getName()} (${namesOf(from)}) to ${to} ${key.onDelete ?? 'no action'}`
    }),
  )
  return { columns: columns.sort(), indexes: indexes.sort(), foreignKeys: foreignKeys.sort() }
}

export async function actualShape(ask: RunQuery): Promise<Shape> {
  // One query, as each one has to open the embedded database.
  const rows = await ask(`
    select json_build_array('column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as row
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all
    select json_build_array('index', t.relname, i.relname, case when x.indisunique then 'unique ' else '' end, m.amname,
      (select string_agg(translate(pg_get_indexdef(i.oid, n, true), '()', ''), ', ' order by n) from generate_series(1, x.indnatts) as n),
      translate(pg_get_expr(x.indpred, x.indrelid), '()', '')) as row
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_am m on m.oid = i.relam
    where t.relnamespace = 'public'::regnamespace
    union all
    select json_build_array('foreign key', t.relname, k.conname, (${columnsOf('conrelid', 'conkey')}), f.relname,
      (${columnsOf('confrelid', 'confkey')}), case k.confdeltype when 'c' then 'cascade' when 'a' then 'no action' else 'other' end) as row
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
  const all = (kind: string) => rows.filter(([found]) => found === kind).map(([, ...parts]) => parts)
  return {
    columns: all('column').map(describeColumn).sort(),
    indexes: all('index')
      .map(([table, name, unique, method, parts, condition]) => {
        const where = condition === null ? '' : ` where ${String(condition).toLowerCase()}`
        return `${table} ${name} ${unique}${method} (${parts})${where}`
      })
      .sort(),
    foreignKeys: all('foreign key')
      .map(([table, name, from, other, to, end]) => `${table} ${name} (${from}) to ${other} (${to}) ${end}`)
      .sort(),
  }
}

function describeColumn([table, name, type, isNotNull]: unknown[]): string {
  return `${table}.${name} ${String(type).replace('timestamp (', 'timestamp(')}${isNotNull ? ' not null' : ''}`
}

function namesOf(columns: readonly { name: string }[]): string {
  return columns.map(({ name }) => name).join(', ')
}

/** An expression as PostgreSQL prints it, without parentheses, as it adds some. */
function textOf(expression: SQL, table: string): string {
  const { sql } = new PgDialect().sqlToQuery(expression)
  return sql.replaceAll(`"${table}".`, '').replaceAll("' '", "' '::text").replace(/["()]/g, '')
}

function columnsOf(table: string, numbers: string): string {
  return `select string_agg(a.attname, ', ' order by p.position) from unnest(k.${numbers}) with ordinality as p(number, position)
    join pg_attribute a on a.attrelid = k.${table} and a.attnum = p.number`
}
