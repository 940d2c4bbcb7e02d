/** What the tests of this module share: trials on the in-memory system, and a driver that misbehaves on demand. */
@NullMarked
package dev.assay.coordination.trial;

import org.jspecify.annotations.NullMarked;
