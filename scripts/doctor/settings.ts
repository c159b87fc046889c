/** Whether each setting can be read. The rules are those of the start. */
import { describeProblem, type SettingProblem } from '../../lib/config/settings'
import { type Finding, ok, problem } from './finding'

/** A finding for each setting that is wrong. Values are never shown. */
export function examineSettings(problems: SettingProblem[]): Finding[] {
  if (problems.length === 0) return [ok('Settings', 'all can be read')]
  return problems.map((wrong) => problem('Settings', describeProblem(wrong)))
}
