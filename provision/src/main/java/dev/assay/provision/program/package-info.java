/** Programs of the operating system. */
@NullMarked
package dev.assay.provision.program;

import org.jspecify.annotations.NullMarked;
