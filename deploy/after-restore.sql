-- After a restore, before the server starts: no earlier session or code is valid, and no mail or notification that waited
-- is sent a second time. `npm run admin -- move import` runs it too. The owner of the tables runs it.
truncate sessions, staff_sessions, staff_invitations, push_tokens, pushes, due_news, calendar_feeds, recovery_codes, mails,
  signing_keys;
