/** All that the log knows of one reference. */
import type { Answer } from './answer'
import { findsDocument, type ReadingFacts } from './document'
import { describeFolded, describeRecord } from './full-record'
import { isWhole } from './line-report'
import { describeErrors, printableJson } from './printable'
import type { JsonObject } from './scan'

/** The lines of a reference: those of its own, and folded ones that have it among others. */
export type Finds = {
  reference: string
  records: JsonObject[]
  folded: JsonObject[]
  /** Lines with it besides these. */
  leftOut: number
  /** How many errors of other folded lines have references that the log has not kept. */
  withoutReference: number
}

/** Answers with these lines in full. */
export function openFinds({ reference, isJson }: { reference: string; isJson: boolean }): Answer {
  const finds: Finds = { reference, records: [], folded: [], leftOut: 0, withoutReference: 0 }
  return {
    add(record, object) {
      if (record.reference !== reference && !record.references.includes(reference)) {
        finds.withoutReference += typeof object.referencesLeftOff === 'number' ? object.referencesLeftOff : 0
        return
      }
      const alike = record.isFolded ? finds.folded : finds.records
      if (alike.length < mostAlike) alike.push(object)
      else finds.leftOut++
    },
    finish: (facts) => ({
      text: isJson ? printableJson(findsDocument(finds, facts)) : describeFinds(finds, facts),
      isAnswered: finds.records.length + finds.folded.length > 0,
    }),
  }
}

/** One request may fail at several places; more lines than these are only counted. */
const mostAlike = 20

function describeFinds(finds: Finds, facts: ReadingFacts): string {
  const { reference, records, folded, leftOut } = finds
  if (records.length + folded.length === 0) return describeNothing(finds, facts)
  const parts = [
    ...records.map(describeRecord),
    ...folded.map((object) => [describeFolded(object, reference), '', ...describeRecord(object)]),
    ...(leftOut > 0 ? [[`Left out: ${leftOut} lines more with this reference.`]] : []),
  ]
  return parts.map((lines) => lines.join('\n')).join('\n\n')
}

function describeNothing({ reference, withoutReference }: Finds, facts: ReadingFacts): string {
  const words = `No error${isWhole(facts) ? '' : ' in what was understood'} has the reference ${reference}.`
  if (withoutReference === 0) return words
  return `${words} It may be one of ${describeErrors(withoutReference)} that were folded without their references.`
}
