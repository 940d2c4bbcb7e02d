# Sums test reports (TEST-*.xml as Surefire writes them) and prints one line of the form
#   <passed> <failed> <skipped>
# after a line for each skipped test ("skipped <class>.<test>: <reason>") and each failed one ("failed <class>.<test>").

function attribute(line, name,    from, rest) {
  from = index(line, " " name "=\"")
  if (from == 0) return ""
  rest = substr(line, from + length(name) + 3)
  return plain(substr(rest, 1, index(rest, "\"") - 1))
}

function plain(text) {
  gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text)
  gsub(/&#10;.*/, "", text); gsub(/&amp;/, "\\&", text)
  return text
}

# An annotation's reason is an attribute; that of an assumption stands in CDATA after the name of its exception.
function reason(line,    given) {
  given = attribute(line, "message")
  if (given != "" || !index(line, "<![CDATA[")) return given
  given = substr(line, index(line, "<![CDATA[") + 9)
  sub(/^[A-Za-z0-9_.$]+: /, "", given)
  sub(/\]\]>.*/, "", given)
  return given
}

# What a test printed stands in CDATA and may look like anything.
in_output { if (index($0, "]]>")) in_output = 0; next }

/<testsuite / {
  tests += attribute($0, "tests")
  failed += attribute($0, "failures") + attribute($0, "errors")
  skipped += attribute($0, "skipped")
}
/<testcase / { test = attribute($0, "classname") "." attribute($0, "name") }
/<skipped/ { print "skipped " test ": " reason($0) }
/<(failure|error)[ >]/ { print "failed " test }

index($0, "<![CDATA[") && !index(substr($0, index($0, "<![CDATA[")), "]]>") { in_output = 1 }

END { print tests - failed - skipped + 0, failed + 0, skipped + 0 }
