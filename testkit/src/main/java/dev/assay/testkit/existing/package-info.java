/** A system that others run as well, made up, in which a worker can be killed at each step. */
@NullMarked
package dev.assay.testkit.existing;

import org.jspecify.annotations.NullMarked;
