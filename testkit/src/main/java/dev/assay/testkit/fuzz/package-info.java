/** Made-up inputs for what reads the words of strangers. */
@NullMarked
package dev.assay.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
