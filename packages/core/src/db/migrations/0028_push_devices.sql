-- A device is known by the endpoint of its subscription or by Apple's digits in lower case, however the token is written.
-- Of several rows of one device the newest stays. A token that is not JSON keeps its hash.
DO $$
DECLARE
  saved record;
  device text;
  device_hash text;
BEGIN
  FOR saved IN SELECT token_hash, token FROM push_tokens ORDER BY saved_at DESC, token_hash FOR UPDATE LOOP
    device := saved.token;
    IF saved.token ~ '^\s*\{' THEN
      BEGIN
        device := coalesce(saved.token::jsonb ->> 'endpoint', saved.token);
      EXCEPTION WHEN data_exception THEN
        NULL;
      END;
    ELSIF saved.token ~* '^[0-9a-f]{64,200}$' THEN
      device := lower(saved.token);
    END IF;
    device_hash := encode(sha256(convert_to(device, 'UTF8')), 'hex');
    CONTINUE WHEN device_hash = saved.token_hash;
    IF EXISTS (SELECT FROM push_tokens WHERE token_hash = device_hash) THEN
      DELETE FROM push_tokens WHERE token_hash = saved.token_hash;
    ELSE
      UPDATE push_tokens SET token_hash = device_hash WHERE token_hash = saved.token_hash;
    END IF;
  END LOOP;
END
$$;
