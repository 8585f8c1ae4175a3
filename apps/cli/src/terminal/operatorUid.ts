/** Returns the numeric id of the user who typed the command; sudo passes it in SUDO_UID. */
export const operatorUid = ({ SUDO_UID }: NodeJS.ProcessEnv) => Number(SUDO_UID ?? process.getuid?.() ?? -1)
