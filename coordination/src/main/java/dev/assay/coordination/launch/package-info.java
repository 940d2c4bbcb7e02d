/** Where workers come from: processes of this machine, or addresses where they run already. */
@NullMarked
package dev.assay.coordination.launch;

import org.jspecify.annotations.NullMarked;
