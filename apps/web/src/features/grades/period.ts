import type { ResponseOf } from '@apoderados/contract/api'
import type { SubPeriod } from '@apoderados/contract/grades'

/** A sub-period with the answer about it; undefined while there is none. */
export type Period = SubPeriod & { grades: ResponseOf<'getPeriodQualifications'> | undefined }
