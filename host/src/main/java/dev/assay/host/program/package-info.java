/** Programs of the operating system. */
@NullMarked
package dev.assay.host.program;

import org.jspecify.annotations.NullMarked;
