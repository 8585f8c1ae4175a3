import { deliveredValues, type Merge, selectSchoolRows } from './defineMerge.ts'

/** Merges the closures. A sheet contains all closures of its school years; stored ones that it lacks are deleted. */
export const closuresMerge: Merge = {
  name: 'días sin clases',
  sheet: 'dias_sin_clases',
  table: 'closures',
  wanted: selectSchoolRows('resolved_dias_sin_clases', 'sheet.starts_on, sheet.ends_on, sheet.name'),
  key: ['establishment_id', 'starts_on'],
  values: deliveredValues('establishment_id', 'starts_on', 'ends_on', 'name'),
  ended: ({
    isOfSchool,
    liveIsOfSchool,
  }) => `${liveIsOfSchool} and (live.establishment_id, live.starts_on) in (
      select known.establishment_id, known.starts_on from live_closures known
      where (known.rbd, known.year) in (select rbd, year from dias_sin_clases) and ${isOfSchool('known.rbd')}
    ) and live.starts_on not in (select starts_on from resolved_dias_sin_clases sheet
      join known_schools school using (rbd) where school.id = live.establishment_id)`,
}
