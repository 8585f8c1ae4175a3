import { useApi } from '../api/useApi.ts'
import { useSchoolClock } from '../device/time/clock.ts'

/** Today's overview of all children of the parent. */
export const useFamilyOverview = () => useApi('getFamilyOverview', { date: useSchoolClock().day })
