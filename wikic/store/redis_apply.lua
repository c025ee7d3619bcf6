-- Carries out a batch, if nothing was written since it was worked out.
-- KEYS: the state, the event stream, then every other key that is written.
-- ARGV: the state the batch was worked out from ("" for none), the state after it, the most events kept, the
-- event, then each command behind the number of its words.
-- Returns false when it was carried out, else the state that is there ("" for none).
local there = redis.call('GET', KEYS[1]) or ''
if there ~= ARGV[1] then
  return there
end
local at = 5
while at <= #ARGV do
  local last = at + tonumber(ARGV[at])
  redis.call(unpack(ARGV, at + 1, last))
  at = last + 1
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], '*', 'event', ARGV[4])
return false
