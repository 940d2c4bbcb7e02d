# Of Maven's log, passes on what someone who waits wants to see: the module at work, the test classes as they end, and
# what went wrong, without stack traces.

/^\[INFO\] Building [^ ]+ .*\[[0-9]+\/[0-9]+\]$/ { sub(/^\[INFO\] Building /, ""); print "== " $0; fflush(); next }
/^\[INFO\] Tests run: .* -- in / { sub(/^\[INFO\] /, "   "); print; fflush(); next }
/<<< (FAILURE|ERROR)!/ { sub(/^\[ERROR\] /, "   "); print; fflush(); message = 1; next }
message && /^([ \t]+at |\[(INFO|ERROR|WARNING)\])/ { message = 0 }
message && /^$/ { next }
message { print "      " $0; fflush(); next }
/^\[ERROR\] +(To see the full|Re-run Maven|For more information|\[Help|After correcting|mvn <args>|Failures:|Errors:)/ { next }
/^\[ERROR\] +(Tests run|Please refer|See dump|There are test failures)/ { next }
/^\[ERROR\]   +[A-Z][A-Za-z0-9]+\.[a-z]/ { next }
/^\[ERROR\] *(->.*)?$/ { next }
# Warnings of the compiler fail the build.
/^\[WARNING\] .*\.java:\[/ { sub(/^\[WARNING\] /, "   "); if (!said[$0]++) print; fflush(); next }
/^\[ERROR\]/ { sub(/^\[ERROR\] /, "   "); if (!said[$0]++) print; fflush(); next }
/^Downloading from / { if (++downloads % 100 == 1) { print "   downloading dependencies"; fflush() } }
