import type { Profile } from '@apoderados/contract/profile'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'

/** Shows the signed-in parent's photo, name, permission and e-mail. */
export function ParentCard({ profile }: { profile: Profile }) {
  const avatarName = `${firstName(profile.name)} ${profile.last_name}`
  return (
    <div className="flex flex-wrap items-center gap-4 card p-4">
      <Avatar id={profile.id} name={avatarName} photo={profile.profile_image} size="large" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold text-row">{fullName(profile)}</p>
        {profile.permission && <p className="text-small text-text-2">{profile.permission}</p>}
        <p className="text-small text-text-2">{profile.email}</p>
      </div>
    </div>
  )
}
