/** What the program says of recorded runs, shipped files and itself, held to what it once said. */
@NullMarked
package dev.assay.e2e.frozen;

import org.jspecify.annotations.NullMarked;
