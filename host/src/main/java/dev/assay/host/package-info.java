/** A machine as it can be seen from inside: who it is, and what it does second by second. */
@NullMarked
package dev.assay.host;

import org.jspecify.annotations.NullMarked;
