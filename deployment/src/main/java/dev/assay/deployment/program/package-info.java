/** Programs of the operating system. */
@NullMarked
package dev.assay.deployment.program;

import org.jspecify.annotations.NullMarked;
