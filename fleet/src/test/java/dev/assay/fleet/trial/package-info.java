/** What the tests of the fleet share: trials on the in-memory system, and a driver that misbehaves on demand. */
@NullMarked
package dev.assay.fleet.trial;

import org.jspecify.annotations.NullMarked;
